/** A word in the site's two languages. */
export type Word = Readonly<Record<Language, string>>;
export type Language = "en" | "ar";

const words = (lines: string): readonly Word[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [en, ar] = line.split("=").map((part) => part.trim()) as [string, string];
      return { en, ar };
    });

export const industries = words(`
  Software Development = تطوير البرمجيات
  Oil & Gas = النفط والغاز
  Construction & Building = البناء والتشييد
  Banking = البنوك
  Hospitality & Accommodation = الضيافة والإقامة
  Retail & Wholesale = تجارة التجزئة والجملة
  Healthcare = الرعاية الصحية
  Telecommunications = الاتصالات
  Education & Training = التعليم والتدريب
  Logistics = الخدمات اللوجستية
`);

export const places: ReadonlyArray<{ country: Word; city: Word; slug: string }> = [
  ["uae", "United Arab Emirates = الإمارات العربية المتحدة", "Dubai = دبي"],
  ["uae", "United Arab Emirates = الإمارات العربية المتحدة", "Abu Dhabi = أبوظبي"],
  ["saudi-arabia", "Saudi Arabia = السعودية", "Riyadh = الرياض"],
  ["saudi-arabia", "Saudi Arabia = السعودية", "Jeddah = جدة"],
  ["qatar", "Qatar = قطر", "Doha = الدوحة"],
  ["kuwait", "Kuwait = الكويت", "Al Kuwait = الكويت العاصمة"],
  ["lebanon", "Lebanon = لبنان", "Jal Al Dib = جل الديب"],
  ["jordan", "Jordan = الأردن", "Amman = عمان"],
  ["egypt", "Egypt = مصر", "Cairo = القاهرة"],
].map(([slug, country, city]) => ({ slug: slug!, country: words(country!)[0]!, city: words(city!)[0]! }));

export const families = words(`
  Ali = علي
  Noor = نور
  Bin Rashid = بن راشد
  Karam = كرم
  Salem = سالم
  Haddad = حداد
  Mansour = منصور
  Al Amal = الأمل
  Cedar = الأرز
  Falcon = الصقر
`);

export const trades = words(`
  Holding = القابضة
  Trading = للتجارة
  Engineering = الهندسية
  Solutions = للحلول
  Services = للخدمات
  Group = المجموعة
  Systems = للأنظمة
  Contracting = للمقاولات
`);

export const titles = words(`
  Network Engineer = مهندس شبكات
  Accountant = محاسب
  Sales Executive = مندوب مبيعات
  Project Manager = مدير مشروع
  Site Engineer (Civil) = مهندس موقع (مدني)
  HR Officer | Payroll = موظف موارد بشرية | رواتب
  Data Analyst = محلل بيانات
  Nurse = ممرض
`);

export const sizes = ["1-9", "10-49", "50-99", "100-499", "500+"] as const;
