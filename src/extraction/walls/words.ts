/**
 * What a wall says to people, in the languages of the sources: the last sign, which counts only on a page that no reader
 * understood. A title counts by its beginning, because products have such words too ("robot vacuum", "Human Nature").
 */
export const wallTitle = anyOf(
  /^(are you|you are not|prove|confirm|verify(ing)?|checking|please verify)\b.*\b(human|robot|browser|you)\b/u,
  /^(human|security|robot|bot) (verification|check|challenge)\b|captcha/u,
  /^(attention required|access (to this page )?(has been )?(denied|blocked)|just a moment|before you continue|pardon our)/u,
  /^(forbidden|blocked|request (blocked|rejected)|you have been blocked)\b/u,
  /^(not available|unavailable) (in your (country|region)|for legal)|^(cookie )?consent\b/u,
  /^(вы не робот|подтвердите|проверка (браузера|безопасности)|доступ (ограничен|запрещ[её]н|заблокирован))|капч/u,
  /^(ben (je|u)|bent u) een (mens|robot)|^(toegang (geweigerd|geblokkeerd)|beveiligingscontrole)/u,
  /^(人机|人機|安全|身份)(验证|驗證)|验证码|驗證碼|^(访问|存取|訪問)(被拒|受限)/u,
  /^(التحقق (الأمني|من (أنك|المتصفح|هويتك))|تم (حظر|رفض)|الوصول مرفوض)/u,
);

export const wallWords = anyOf(
  /captcha|(are|that) you('re| are)? (a |not a )?(human|robot|bot)|not a (robot|bot)|verify (that )?you|(checking|verifying) (if|your browser)/u,
  /(unusual|suspicious) (traffic|activity)|too many requests|automated (access|requests|queries|traffic)|press (and|&) hold/u,
  /enable (javascript|cookies)|access (to this page )?(has been )?denied|(have|has) been (temporarily )?blocked/u,
  /not available in your (country|region)/u,
  // A page with little text that speaks of robots speaks of its visitor.
  /\brobots?\b|робот|机器人|機器人|機械人|روبوت/u,
  /капч|провер\p{L}+ .{0,12}браузер|(подозрительн|необычн)\p{L}+ (активност|трафик|запрос)/u,
  /доступ (временно )?(ограничен|запрещ[её]н|заблокирован)|автоматическ\p{L}+ запрос|слишком много запросов|включите (javascript|cookie)/u,
  /een (mens|bot) b(en|ent)\b|browser wordt gecontroleerd|controle\p{L}* .{0,12}browser|(ongebruikelijk|verdacht)\p{L}* (verkeer|activiteit)|te veel verzoeken/u,
  /toegang (is )?(tijdelijk )?(geweigerd|geblokkeerd)|tijdelijk geblokkeerd|schakel (javascript|cookies) in|beveiligingscontrole/u,
  /验证码|驗證碼|(人机|人機|安全)(验证|驗證|检查|檢查)|(异常|異常)(流量|访问|訪問)/u,
  /(访问|存取|訪問)(被拒|受限|过于频繁|過於頻繁)|请求过于频繁|(网络环境|網絡環境).{0,4}(异常|異常)|(按住|滑動|滑动|拖動|拖动).{0,8}(验证|驗證|拼图|拼圖|滑块|滑塊|右)/u,
  /رمز التحقق|(حركة (مرور )?|نشاط )(غير (عادية|عادي|معتادة|معتاد)|مشبوه)|الوصول مرفوض|تم (حظر|رفض) (وصول|طلب)/u,
);

/** Segments of an address that a wall sends to. */
export const wallPath = /(^|[/_-])(captcha|challenge|consent|verify|blocked|geo-?block|not-available|restricted)/i;

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), "iu");
}
