export interface PageWords {
  open: string
  get: string
  web: string
  /** Texts for browsers inside other apps. */
  leave: string
  copy: string
}

export const PAGE_WORDS = {
  en: {
    open: 'Open in the app',
    get: 'Get the app',
    web: 'Continue in the browser',
    leave: 'If the app does not open, copy this link and open it in your browser.',
    copy: 'Copy link',
  },
  de: {
    open: 'In der App öffnen',
    get: 'App laden',
    web: 'Im Browser fortfahren',
    leave: 'Öffnet sich die App nicht, kopiere den Link und öffne ihn in deinem Browser.',
    copy: 'Link kopieren',
  },
  fr: {
    open: 'Ouvrir dans l’appli',
    get: 'Télécharger l’appli',
    web: 'Continuer dans le navigateur',
    leave: 'Si l’appli ne s’ouvre pas, copiez ce lien et ouvrez-le dans votre navigateur.',
    copy: 'Copier le lien',
  },
  es: {
    open: 'Abrir en la app',
    get: 'Descargar la app',
    web: 'Continuar en el navegador',
    leave: 'Si la app no se abre, copia este enlace y ábrelo en tu navegador.',
    copy: 'Copiar enlace',
  },
  pt: {
    open: 'Abrir no app',
    get: 'Baixar o app',
    web: 'Continuar no navegador',
    leave: 'Se o app não abrir, copie este link e abra-o no seu navegador.',
    copy: 'Copiar link',
  },
  it: {
    open: 'Apri nell’app',
    get: 'Scarica l’app',
    web: 'Continua nel browser',
    leave: 'Se l’app non si apre, copia questo link e aprilo nel tuo browser.',
    copy: 'Copia link',
  },
  nl: {
    open: 'Openen in de app',
    get: 'App downloaden',
    web: 'Verder in de browser',
    leave: 'Opent de app niet? Kopieer deze link en open hem in je browser.',
    copy: 'Link kopiëren',
  },
  pl: {
    open: 'Otwórz w aplikacji',
    get: 'Pobierz aplikację',
    web: 'Kontynuuj w przeglądarce',
    leave: 'Jeśli aplikacja się nie otworzy, skopiuj ten link i otwórz go w przeglądarce.',
    copy: 'Kopiuj link',
  },
  tr: {
    open: 'Uygulamada aç',
    get: 'Uygulamayı indir',
    web: 'Tarayıcıda devam et',
    leave: 'Uygulama açılmazsa bu bağlantıyı kopyalayıp tarayıcınızda açın.',
    copy: 'Bağlantıyı kopyala',
  },
  ru: {
    open: 'Открыть в приложении',
    get: 'Скачать приложение',
    web: 'Продолжить в браузере',
    leave: 'Если приложение не откроется, скопируйте эту ссылку и откройте её в браузере.',
    copy: 'Скопировать ссылку',
  },
  uk: {
    open: 'Відкрити в застосунку',
    get: 'Завантажити застосунок',
    web: 'Продовжити в браузері',
    leave: 'Якщо застосунок не відкриється, скопіюйте це посилання й відкрийте його в браузері.',
    copy: 'Скопіювати посилання',
  },
  ar: {
    open: 'افتح في التطبيق',
    get: 'احصل على التطبيق',
    web: 'المتابعة في المتصفح',
    leave: 'إذا لم يُفتح التطبيق، فانسخ هذا الرابط وافتحه في متصفحك.',
    copy: 'نسخ الرابط',
  },
  he: {
    open: 'פתיחה באפליקציה',
    get: 'הורדת האפליקציה',
    web: 'המשך בדפדפן',
    leave: 'אם האפליקציה לא נפתחת, העתיקו את הקישור ופתחו אותו בדפדפן.',
    copy: 'העתקת הקישור',
  },
  fa: {
    open: 'باز کردن در برنامه',
    get: 'دریافت برنامه',
    web: 'ادامه در مرورگر',
    leave: 'اگر برنامه باز نشد، این پیوند را کپی کنید و در مرورگر خود باز کنید.',
    copy: 'کپی پیوند',
  },
  hi: {
    open: 'ऐप में खोलें',
    get: 'ऐप पाएँ',
    web: 'ब्राउज़र में जारी रखें',
    leave: 'अगर ऐप न खुले, तो यह लिंक कॉपी करके अपने ब्राउज़र में खोलें।',
    copy: 'लिंक कॉपी करें',
  },
  id: {
    open: 'Buka di aplikasi',
    get: 'Dapatkan aplikasi',
    web: 'Lanjutkan di browser',
    leave: 'Jika aplikasi tidak terbuka, salin tautan ini dan buka di browser Anda.',
    copy: 'Salin tautan',
  },
  ja: {
    open: 'アプリで開く',
    get: 'アプリを入手',
    web: 'ブラウザで続ける',
    leave: 'アプリが開かない場合は、このリンクをコピーしてブラウザで開いてください。',
    copy: 'リンクをコピー',
  },
  ko: {
    open: '앱에서 열기',
    get: '앱 받기',
    web: '브라우저에서 계속',
    leave: '앱이 열리지 않으면 이 링크를 복사해 브라우저에서 여세요.',
    copy: '링크 복사',
  },
  zh: {
    open: '在应用中打开',
    get: '获取应用',
    web: '在浏览器中继续',
    leave: '如果应用没有打开，请复制此链接并在浏览器中打开。',
    copy: '复制链接',
  },
} as const satisfies Record<string, PageWords>

export type PageLanguageCode = keyof typeof PAGE_WORDS
