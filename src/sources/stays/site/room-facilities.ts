/** The stand-in's own list of what a room has: id, the filters it stands under (r amenities, x accessibility), label. */
export const ROOM_FACILITIES = `
1 r Tea/coffee maker
2 r Internet facilities
3 r Minibar
4 r Shower
5 r Bath
6 r Safety deposit box
7 r Pay-per-view channels
8 r Tv
9 r Telephone
10 r Fax
11 r Air conditioning
12 r Hairdryer
13 r Wake up service/Alarm clock
14 r Hot tub
15 r Iron
16 r Kitchenette
17 r Balcony
18 r Pants press
19 r Bathrobe
20 r Spa bath
21 r Radio
22 r Refrigerator
23 r Desk
24 r Shared bathroom
25 r Ironing facilities
26 r Seating Area
27 r Free toiletries
28 r DVD player
29 r CD player
30 r Fan
31 r Toilet
32 r Microwave
33 r Dishwasher
34 r Washing machine
35 r Video
36 r Video games
37 r Patio
38 r Private bathroom
39 r Extra long beds (> 2 metres)
40 r Heating
41 r Dressing room
42 r Shared toilet
43 r Slippers
44 r Satellite channels
45 r Kitchen
46 r Wireless Internet
68 r Cable channels
69 r Bath or shower
70 r Carpeted
71 r Fireplace
72 r Additional toilet
73 r Interconnected room(s) available
74 r Laptop safe
75 r Flat screen tv
76 r Private entrance
77 r Sofa
79 r Soundproofing
80 r Tile/marble floor
81 r View
82 r Hardwood or parquet floors
83 r Wake-up service
84 r Alarm clock
85 r Dining area
86 r Electric kettle
87 r Executive lounge access
88 r iPod dock
89 r Kitchenware
90 r Mosquito net
91 r Towels/sheets (extra fee)
92 r Sauna
93 r Private pool
94 r Tumble dryer
95 r Wardrobe or closet
96 r Oven
97 r Stovetop
98 r Toaster
99 r Barbecue
100 r Bidet
101 r Computer
102 r iPad
103 r Game console
104 r Game console – Xbox 360
105 r Game console – PS2
106 r Game console – PS3
107 r Game console – Nintendo Wii
108 r Sea view
109 r Lake view
110 r Garden view
111 r Pool view
112 r Mountain view
113 r Landmark view
114 r Laptop
115 r Hypoallergenic
116 r Cleaning products
117 r Electric blankets
118 r Additional bathroom
119 r Blu-ray player
120 r Coffee machine
121 r City view
122 r River view
123 r Terrace
124 r Towels
125 r Linen
126 r Dining table
127 r Children's high chair
129 r Outdoor furniture
130 r Outdoor dining area
131 rx Entire unit located on ground floor
132 rx Upper floors by elevator
133 r Upper floors accessible by stairs only
134 rx Entire unit wheelchair accessible
135 r Detached
136 r Semi-detached
137 r Private apartment in building
138 r Clothes rack
139 r Fold-up bed
140 r Drying rack for clothing
141 r Toilet paper
142 r Child safety socket covers
143 r Board games/puzzles
144 r Books, DVDs, or music for children
145 r Baby safety gates
146 r Sofa bed
147 rx Toilet with grab rails
148 rx Adapted bath
149 rx Roll in shower
150 rx Walk in shower
151 rx Raised toilet
152 rx Lower sink
153 rx Emergency cord in bathroom
154 rx Shower chair
157 r Rooftop pool
158 r Infinity pool
159 r Pool with a view
160 r Heated pool
161 r Salt water pool
162 r Plunge pool
163 r Pool towels
164 r Shallow end
165 r Pool cover
166 r Wine or champagne
167 r Bottle of water
168 r Fruits
169 r Chocolate or cookies
170 r Trash cans
171 r Wine glasses
172 r Game console – Xbox One
173 r Game console – Wii U
174 r Game console – PS4
175 r Cribs
176 r Toothbrush
177 r Shampoo
178 r Conditioner
179 r Body soap
180 r Shower cap
181 r Pajamas
182 r Yukata
184 r Socket near the bed
185 r Adapter
186 r Feather pillow
187 r Non-feather pillow
188 r Hypoallergenic pillow
189 r Accessible by elevator
190 r Inner courtyard view
191 r Quiet street view
196 r Mobile hotspot device
198 r Smartphone
199 r Streaming service (like Netflix)
200 r Lockers
201 r Smoke alarm
202 r Fire extinguisher
203 r Key access
204 r Key card access
205 r Reading light
206 r Earplugs
207 r Privacy curtain
208 r Window
209 r Open-air bath
210 r Tatami (traditional Japanese flooring)
211 r Carbon monoxide detector
212 r Carbon monoxide sources
215 r Air purifiers
217 r Complimentary breakfast in the executive lounge
218 r Complimentary snacks and drinks in the executive lounge entire day
219 r Complimentary afternoon snacks and drinks in the executive lounge
220 r Complimentary evening snacks and drinks in the executive lounge
221 r Free spa access
222 r Free gym access
223 r Complimentary access to conference room/business areas
224 r Access to private pool
225 r Access to a private beach
226 r Private check-in and check-out in the executive lounge
227 r Concierge services
228 r Free newspapers and magazines in the executive lounge
229 r Free laundry services
230 r Single-room air conditioning for guest accommodation
231 r Hand sanitiser
232 r Hearing accessible
233 r Accessible room
235 r Transfer shower
998 r Coffee/tea maker
999 r Kitchen/kitchenette
`;
