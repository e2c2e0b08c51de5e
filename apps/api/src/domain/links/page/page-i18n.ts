export interface PageWords {
  open: string
  get: string
  web: string
  /** Texts for browsers inside other apps. */
  leave: string
  copy: string
}

export const PAGE_WORDS = {
  en: words(
    'Open in the app|Get the app|Continue in the browser',
    'If the app does not open, copy this link and open it in your browser.|Copy link',
  ),
  de: words(
    'In der App öffnen|App laden|Im Browser fortfahren',
    'Öffnet sich die App nicht, kopiere den Link und öffne ihn in deinem Browser.|Link kopieren',
  ),
  fr: words(
    'Ouvrir dans l’appli|Télécharger l’appli|Continuer dans le navigateur',
    'Si l’appli ne s’ouvre pas, copiez ce lien et ouvrez-le dans votre navigateur.|Copier le lien',
  ),
  es: words(
    'Abrir en la app|Descargar la app|Continuar en el navegador',
    'Si la app no se abre, copia este enlace y ábrelo en tu navegador.|Copiar enlace',
  ),
  pt: words(
    'Abrir no app|Baixar o app|Continuar no navegador',
    'Se o app não abrir, copie este link e abra-o no seu navegador.|Copiar link',
  ),
  it: words(
    'Apri nell’app|Scarica l’app|Continua nel browser',
    'Se l’app non si apre, copia questo link e aprilo nel tuo browser.|Copia link',
  ),
  nl: words(
    'Openen in de app|App downloaden|Verder in de browser',
    'Opent de app niet? Kopieer deze link en open hem in je browser.|Link kopiëren',
  ),
  pl: words(
    'Otwórz w aplikacji|Pobierz aplikację|Kontynuuj w przeglądarce',
    'Jeśli aplikacja się nie otworzy, skopiuj ten link i otwórz go w przeglądarce.|Kopiuj link',
  ),
  tr: words(
    'Uygulamada aç|Uygulamayı indir|Tarayıcıda devam et',
    'Uygulama açılmazsa bu bağlantıyı kopyalayıp tarayıcınızda açın.|Bağlantıyı kopyala',
  ),
  ru: words(
    'Открыть в приложении|Скачать приложение|Продолжить в браузере',
    'Если приложение не откроется, скопируйте эту ссылку и откройте её в браузере.|Скопировать ссылку',
  ),
  uk: words(
    'Відкрити в застосунку|Завантажити застосунок|Продовжити в браузері',
    'Якщо застосунок не відкриється, скопіюйте це посилання й відкрийте його в браузері.|Скопіювати посилання',
  ),
  ar: words(
    'افتح في التطبيق|احصل على التطبيق|المتابعة في المتصفح',
    'إذا لم يُفتح التطبيق، فانسخ هذا الرابط وافتحه في متصفحك.|نسخ الرابط',
  ),
  he: words(
    'פתיחה באפליקציה|הורדת האפליקציה|המשך בדפדפן',
    'אם האפליקציה לא נפתחת, העתיקו את הקישור ופתחו אותו בדפדפן.|העתקת הקישור',
  ),
  fa: words(
    'باز کردن در برنامه|دریافت برنامه|ادامه در مرورگر',
    'اگر برنامه باز نشد، این پیوند را کپی کنید و در مرورگر خود باز کنید.|کپی پیوند',
  ),
  hi: words(
    'ऐप में खोलें|ऐप पाएँ|ब्राउज़र में जारी रखें',
    'अगर ऐप न खुले, तो यह लिंक कॉपी करके अपने ब्राउज़र में खोलें।|लिंक कॉपी करें',
  ),
  id: words(
    'Buka di aplikasi|Dapatkan aplikasi|Lanjutkan di browser',
    'Jika aplikasi tidak terbuka, salin tautan ini dan buka di browser Anda.|Salin tautan',
  ),
  ja: words(
    'アプリで開く|アプリを入手|ブラウザで続ける',
    'アプリが開かない場合は、このリンクをコピーしてブラウザで開いてください。|リンクをコピー',
  ),
  ko: words(
    '앱에서 열기|앱 받기|브라우저에서 계속',
    '앱이 열리지 않으면 이 링크를 복사해 브라우저에서 여세요.|링크 복사',
  ),
  zh: words(
    '在应用中打开|获取应用|在浏览器中继续',
    '如果应用没有打开，请复制此链接并在浏览器中打开。|复制链接',
  ),
} as const satisfies Record<string, PageWords>

export type PageLanguageCode = keyof typeof PAGE_WORDS

/** Splits the texts, in the order open, get, web; leave, copy. */
function words(ways: string, outside: string): PageWords {
  const [open = '', get = '', web = ''] = ways.split('|')
  const [leave = '', copy = ''] = outside.split('|')
  return { open, get, web, leave, copy }
}
