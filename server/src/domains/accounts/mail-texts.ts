import type { Mail } from './mailer.ts';

type Text = Omit<Mail, 'to'>;

type MailTexts = {
  readonly newPassword: (link: string) => Text;
  /** To the new address. */
  readonly newAddress: (link: string) => Text;
  /** To the present address, with the page that asks for a link to a new password. */
  readonly addressChange: (wanted: string, resetPage: string) => Text;
};

/** The mails to people, in the languages of the dashboard. Plain text shows where a link leads. */
const TEXTS = {
  en: {
    newPassword: (link) => ({
      subject: 'Choose a new password for Trackway',
      text: `Open this link within an hour to choose a new password:\n\n${link}\n\nIf you did not ask for it, ignore this message.`,
    }),
    newAddress: (link) => ({
      subject: 'Confirm your new address for Trackway',
      text: `Open this link within an hour to sign in with this address from now on:\n\n${link}\n\nIf you did not ask for it, ignore this message.`,
    }),
    addressChange: (wanted, resetPage) => ({
      subject: 'Your address for Trackway is about to change',
      text: `Somebody with your password asked to sign in with ${wanted} from now on.\n\nIf it was not you, choose a new password at once:\n\n${resetPage}`,
    }),
  },
  de: {
    newPassword: (link) => ({
      subject: 'Neues Passwort für Trackway wählen',
      text: `Öffnen Sie diesen Link innerhalb einer Stunde, um ein neues Passwort zu wählen:\n\n${link}\n\nWenn Sie nicht darum gebeten haben, ignorieren Sie diese Nachricht.`,
    }),
    newAddress: (link) => ({
      subject: 'Neue Adresse für Trackway bestätigen',
      text: `Öffnen Sie diesen Link innerhalb einer Stunde, um sich künftig mit dieser Adresse anzumelden:\n\n${link}\n\nWenn Sie nicht darum gebeten haben, ignorieren Sie diese Nachricht.`,
    }),
    addressChange: (wanted, resetPage) => ({
      subject: 'Ihre Adresse für Trackway soll geändert werden',
      text: `Jemand mit Ihrem Passwort möchte sich künftig mit ${wanted} anmelden.\n\nWenn Sie das nicht waren, wählen Sie sofort ein neues Passwort:\n\n${resetPage}`,
    }),
  },
  fr: {
    newPassword: (link) => ({
      subject: 'Choisir un nouveau mot de passe pour Trackway',
      text: `Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe :\n\n${link}\n\nSi vous ne l’avez pas demandé, ignorez ce message.`,
    }),
    newAddress: (link) => ({
      subject: 'Confirmer votre nouvelle adresse pour Trackway',
      text: `Ouvrez ce lien dans l’heure pour vous connecter désormais avec cette adresse :\n\n${link}\n\nSi vous ne l’avez pas demandé, ignorez ce message.`,
    }),
    addressChange: (wanted, resetPage) => ({
      subject: 'Votre adresse pour Trackway va changer',
      text: `Quelqu’un qui a votre mot de passe a demandé à se connecter désormais avec ${wanted}.\n\nSi ce n’était pas vous, choisissez tout de suite un nouveau mot de passe :\n\n${resetPage}`,
    }),
  },
} as const satisfies Record<string, MailTexts>;

/** The mails in the first of the wanted languages that they have; in English if they have none of them. */
export function mailTextsIn(languages: readonly string[]): MailTexts {
  for (const tag of languages) {
    const [primary = ''] = tag.split('-');
    if (primary === 'en' || primary === 'de' || primary === 'fr') return TEXTS[primary];
  }
  return TEXTS.en;
}
