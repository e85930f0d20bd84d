/** The stand-in's own list of what a property has: id, the filters it stands under (h amenities, a things to do, x accessibility), label. */
export const HOTEL_FACILITIES = `
2 h Parking
3 h Restaurant
4 h Pet friendly
5 h Room service
6 h Meeting/banquet facilities
7 h Bar
8 h 24-hour front desk
9 ha Tennis court
10 ha Sauna
11 ha Fitness center
12 ha Golf course (within 3 km)
14 h Garden
15 h Terrace
16 h Non smoking rooms
17 h Airport shuttle
19 ha Fishing
20 h Business centre
21 h Babysitting/child services
22 h Laundry
23 h Dry cleaning
24 h Continental breakfast
25 h Facilities for disabled guests
26 ha Skiing
27 h Barber/beauty shop
29 ha Games room
30 ha Casino
43 h Breakfast in the room
44 h Ironing service
46 h Free parking
47 h Internet services
48 h Lift
49 h Express check-in/check-out
50 ha Solarium
51 h Safety deposit box
52 h Valet parking
53 h Currency exchange
54 ha Spa
55 ha Massage
56 ha Kids' club
57 ha Billiards
58 ha Table tennis
59 ha Karaoke
61 ha Windsurfing
62 ha Darts
63 ha Hot tub
64 h Soundproof rooms
69 ha Canoeing
70 ha Hiking
71 h Chapel/shrine
72 h BBQ facilities
73 h Packed lunches
75 h Car hire
76 ha Cycling
77 ha Bowling
78 h Tour desk
79 ha Hammam
80 h Heating
81 h Fax/photocopying
82 ha Diving
86 ha Horseback riding
90 ha Snorkelling
91 h Luggage storage
96 h WiFi
97 ha Mini golf
99 h Ski storage
100 h Ski school
101 h Allergy-free room
103 ha Indoor pool
104 h Outdoor pool
107 h Free wifi
108 h Non-smoking throughout
109 h Air conditioning
110 h Designated smoking area
111 h ATM/cash machine on site
114 ha Private beach area
117 h Snack bar
118 h Sun terrace
124 h Concierge service
125 ha Entertainment staff
126 ha Nightclub/DJ
127 h Private check-in/check-out
128 h Shuttle service (free)
129 h Shuttle service (additional charge)
130 h Ski equipment hire on site
131 h Ski pass vendor
132 h Ski-to-door access
133 h Special diet menus (on request)
134 h Trouser press
135 h Vending machine (drinks)
136 h Vending machine (snacks)
137 ha Water sport facilities on site
138 ha Hot spring bath
139 h Airport shuttle (free)
141 h Shared kitchen
142 h Lockers
143 h Shared lounge/TV area
144 ha Kids' club
145 h Minimarket on site
146 h Beachfront
147 ha Evening entertainment
148 ha Water park
149 h Adult only
158 h Daily housekeeping
159 h Grocery deliveries
160 h Parking on site
161 h Private parking
162 h Misc parking
163 h WiFi available in all areas
164 h Paid WiFi
166 ha Open-air bath
167 ha Public Bath
168 h Water slide
169 h Swimming pool toys
170 h Board games/puzzles
172 h Indoor play area
173 h Kids' outdoor play equipment
174 h Baby safety gates
176 h Kid meals
177 h Kid-friendly buffet
180 h Street parking
181 h Parking garage
182 h Electric vehicle charging
183 h Public transport tickets
184 h Accessible parking
185 h Wheelchair accessible
186 hx Toilet with grab rails
187 hx Raised toilet
188 hx Lowered sink
189 hx Bathroom emergency cord
192 h Rooftop pool
193 h Infinity pool
194 h Pool with view
195 h Heated pool
196 h Salt-water pool
197 h Plunge pool
199 h Pool bar
200 h Shallow end
201 h Pool cover
203 h Wine/champagne
205 h Fruits
209 h Airport pick up
210 h Airport drop off
211 hx Visual aids: Braille
212 hx Visual aids: Tactile signs
213 hx Auditory guidance
214 h Strollers
215 ha Tennis equipment
216 ha Badminton equipment
217 h Pet basket
218 h Pet bowls
219 h Coffee house on site
220 h Sun loungers or beach chairs
221 h Sun umbrellas
222 h Outdoor furniture
223 h Fence around pool
224 h Picnic area
225 h Outdoor fireplace
226 ha Beauty Services
227 ha Facial treatments
228 ha Waxing services
229 ha Make up services
230 ha Hair treatments
231 ha Manicure
232 ha Pedicure
233 ha Hair cut
234 ha Hair colouring
235 ha Hair styling
236 ha Body treatments
237 ha Body scrub
238 ha Body wrap
239 ha Light therapy
240 ha Spa facilities
241 ha Steam room
242 ha Spa lounge/relaxation area
243 ha Foot bath
244 ha Spa/wellness packages
245 ha Back massage
246 ha Neck massage
247 ha Foot massage
248 ha Couples massage
249 ha Head massage
250 ha Hand massage
251 ha Full body massage
252 ha Massage chair
253 ha Fitness
254 ha Yoga classes
255 ha Fitness classes
256 ha Personal trainer
257 ha Fitness/spa locker rooms
258 h Kids' pool
302 ha Beach
304 h Shuttle service
306 ha Game drives
400 ha Temporary art galleries
401 ha Pub crawls
402 ha Stand-up comedy
403 ha Movie nights
404 ha Walking tours
405 ha Bike tours
406 ha Themed dinner nights
407 h Happy hour
408 ha Tour or class about local culture
409 ha Cooking class
410 ha Live music/performance
411 ha Live sport events (broadcast)
412 ha Archery
413 ha Aerobics
414 ha Bingo
418 h 24-hour security
419 h Key access
420 h Key card access
421 h Security alarm
422 h Smoke alarms
423 h CCTV in common areas
424 h CCTV outside property
425 h Fire extinguishers
431 ha Bath/Hot spring
433 h Swimming pool
447 ha Bicycle rental
451 h Guest accommodation is disinfected between stays
452 h Guest accommodation sealed after cleaning
453 h Physical distancing in dining areas
454 h Food can be delivered to guest accommodation
459 h First aid kit available
460 h Contactless check-in/check-out
461 h Cashless payment available
462 h Physical distancing rules followed
463 h Mobile app for room service
465 h Invoice provided
466 h Property is cleaned by professional cleaning companies
484 h Breakfast takeaway containers
485 h Delivered food is securely covered
486 h Access to health care professionals
487 h Thermometers for guests provided by property
488 h Face masks for guests available
6001 ha Playground
6002 ha Bicycle rental paid
6003 ha Racquetball
6004 h Pool/beach towels
6005 h Breakfast options
6006 h Bicycle parking
6007 h Laundry room
6008 h Ski shuttle
6009 h Guests have the option to reuse towels
6010 h Carbon monoxide detector
6011 h Carbon monoxide sources
6012 h Key card/motion controlled electricity for guests
6013 h Passport/id info collected online before you arrive
6014 h Check in kiosk in the lobby
6015 h Lockbox key collection at the property
6016 h Lockbox key collection near the property
6017 h Digital key access
6018 h All windows are double glazed
6019 h Offer vegetarian options on the menu
`;
