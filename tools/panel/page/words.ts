// The few words that the display's driver writes itself, in the languages of the terminal.

export interface Words {
  readonly initialPassword: string;
  readonly ready: string;
  readonly unknown: string;
  readonly denied: string;
  readonly card: string;
  readonly pin: string;
  readonly locked: string;
  readonly status: string;
}

const english: Words = {
  initialPassword: 'Initial password',
  ready: 'Present your card or type your PIN',
  unknown: 'unknown',
  denied: 'no access',
  card: 'Card',
  pin: 'PIN',
  locked: 'Keypad locked',
  status: 'Status',
};

const all: Readonly<Record<string, Words>> = {
  en: english,
  es: {
    initialPassword: 'Contraseña inicial',
    ready: 'Acerque la tarjeta o teclee su PIN',
    unknown: 'desconocido',
    denied: 'sin acceso',
    card: 'Tarjeta',
    pin: 'PIN',
    locked: 'Teclado bloqueado',
    status: 'Estado',
  },
  ar: {
    initialPassword: 'كلمة المرور الأولية',
    ready: 'قرّب بطاقتك أو أدخل رمزك',
    unknown: 'غير معروف',
    denied: 'لا يُسمح بالدخول',
    card: 'بطاقة',
    pin: 'رمز',
    locked: 'لوحة المفاتيح مقفلة',
    status: 'الحالة',
  },
};

export function wordsOf(language: string): Words {
  return all[language.split('-')[0] ?? ''] ?? english;
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
}
