import type { PersonField } from '@promenade/contract/lists/lists';

// Headings that address books, mail programs and spreadsheets write, in the language of the program: Thunderbird, Outlook,
// Google, Evolution, Apple's contacts, and lists that people make by hand.

const names: Record<PersonField, string> = {
  firstname:
    "First Name|Given Name|Forename|Vorname|Prénom|Křestní jméno|Jméno|Fornavn|Όνομα|Nombre|Etunimi|Utónév|Keresztnév|Nome|名|Voornaam|Imię|Primeiro nome|Nome próprio|Имя|Förnamn|Adı|Ім'я|名字|Krstné meno|Prenume",
  lastname:
    'Last Name|Family Name|Surname|Nachname|Nom de famille|Příjmení|Efternavn|Επώνυμο|Apellidos|Apellido|Sukunimi|Vezetéknév|Cognome|姓|Achternaam|Nazwisko|Sobrenome|Apelido|Фамилия|Efternamn|Soyadı|Прізвище|姓氏|Priezvisko|Nume de familie',
  name: "Name|Full Name|Display Name|Contact|Contact Name|Person|File As|Anzeigename|Voller Name|Nom|Nom complet|Nom à afficher|Zobrazované jméno|Celé jméno|Navn|Vis navn|Εμφανιζόμενο όνομα|Nombre mostrado|Nombre completo|Nimi|Näyttönimi|Név|Megjelenő név|Nome visualizzato|Nome completo|表示名|氏名|名前|Naam|Weergavenaam|Wyświetlana nazwa|Imię i nazwisko|Nome de exibição|Отображаемое имя|ФИО|Namn|Visa|Görüntülenecek ad|Ad Soyad|Ім'я для показу|显示名称|姓名|Nume",
  address:
    'Email|E-mail|Mail|Email Address|E-mail Address|Mail Address|Primary Email|Secondary Email|Other Email|E-Mail-Adresse|Email-Adresse|Mailadresse|Primäre E-Mail-Adresse|Sekundäre E-Mail-Adresse|Adresse e-mail|Adresse mail|Courriel|Adresse e-mail principale|Adresse e-mail secondaire|Adresse de messagerie|První e-mail|Druhý e-mail|E-mailová adresa|Primær mail|Sekundær mail|E-mailadresse|Κύριο email|Δευτερεύον email|Ηλεκτρονική διεύθυνση|Correo|Correo electrónico|Dirección de correo electrónico|Dirección de correo electrónico principal|Dirección de correo electrónico secundaria|Sähköposti|Ensisijainen sähköposti|Toissijainen sähköposti|Elsődleges e-mail|Másodlagos e-mail|E-mail cím|Email principale|Email secondaria|Indirizzo E-mail|Posta elettronica|メールアドレス|別のメールアドレス|メール|Primair e-mailadres|Secundair e-mailadres|Adres e-mail|E-mailadres|Podstawowy e-mail|Dodatkowy e-mail|Email principal|Email secundário|Endereço de E-mail|Адрес электронной почты|Альтернативный адрес электронной почты|Почта|Электронная почта|E-post|E-postadress|Ytterligare e-post|Birinci e-posta|İkinci e-posta|E-posta|Адреса електронної пошти|Альтернативна адреса електронної пошти|主要电子邮件|备用电子邮件|电子邮件|邮箱|電子郵件地址',
  company:
    'Company|Company Name|Organization|Organisation|Organization Name|Org|Station|Outlet|Publication|Media|Medium|Firma|Sender|Société|Entreprise|Společnost|Organizace|Virksomhed|Εταιρεία|Οργανισμός|Empresa|Compañía|Organización|Yritys|Järjestö|Cég|Szervezet|Società|Azienda|Organizzazione|Emittente|組織|会社|Bedrijf|Organisatie|Zender|Firma/Organizacja|Organização|Организация|Компания|Företag|Kurum|Şirket|Організація|Компанія|公司|Spoločnosť|Companie',
  role: 'Role|Title|Job Title|Position|Function|Organization Title|Job|Funktion|Beruf|Titel|Fonction|Poste|Titre|Funkce|Pozice|Stilling|Θέση|Cargo|Puesto|Título|Tehtävä|Asema|Beosztás|Ruolo|Qualifica|Mansione|役職|肩書き|Functie|Stanowisko|Função|Должность|Befattning|Görevi|Unvan|Посада|职务|职位',
  country:
    'Country|Country/Region|Land|Pays|Země|Stát|Χώρα|País|Maa|Ország|Paese|Nazione|国|国/地域|Kraj|Страна|Ülke|Країна|国家|Krajina|Țară|Work Country|Home Country|Business Country/Region|Country Code',
  tags: 'Tags|Tag|Labels|Label|Groups|Group|Group Membership|Categories|Category|List|Lists|Genre|Genres|Schlagworte|Schlagwörter|Kategorien|Kategorie|Gruppe|Gruppen|Catégories|Catégorie|Groupe|Étiquettes|Categorías|Categoría|Etiquetas|Grupo|Categorie|Categoria|Etichette|Categorias|Štítky|Kategórie|Kategorier|Grupper|Ετικέτες|Luokat|Kategóriák|Címkék|Categorieën|Kategorie|Grupy|Группы|Категории|Теги|Kategoriler|Категорії|類別|分类|分類|タグ',
  note: 'Note|Notes|Comment|Comments|Remark|Remarks|Notiz|Notizen|Bemerkung|Anmerkung|Kommentar|Remarque|Remarques|Commentaire|Poznámky|Poznámka|Notater|Bemærkning|Σημειώσεις|Notas|Nota|Muistiinpanot|Megjegyzés|メモ|備考|Aantekeningen|Opmerkingen|Notatki|Uwagi|Заметки|Anteckningar|Notlar|Примітки|注释|备注|Note e appunti|Observații',
};

/** Without case, accents, blanks, hyphens and underscores. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s\p{Pd}_:.'’*]+/gu, '');

const fields = new Map<string, PersonField>(
  (Object.entries(names) as [PersonField, string][]).flatMap(([field, list]) =>
    list.split('|').map((name): [string, PersonField] => [fold(name), field]),
  ),
);

/** A column that says what kind of address the next one has, such as `Email 1 - Label`. */
const KIND = /(?:label|type)$/;

/**
 * What a heading says; undefined when it is none that is known. A number or "Value" in it is that of a further address:
 * `E-mail 2 Address`, `E-Mail 2: Adresse`, `E-mail 1 - Value`, `email_3`.
 */
export function findField(heading: string): PersonField | undefined {
  const folded = fold(heading);
  const known = fields.get(folded);
  if (known) return known;
  if (KIND.test(folded.replaceAll(/\d/g, ''))) return undefined;
  const bare = folded.replaceAll(/\d+/g, '').replace(/value$/, '');
  const field = bare === folded ? undefined : fields.get(bare);
  return field === 'address' || field === 'company' || field === 'role' || field === 'country' ? field : undefined;
}

/** Headings of Thunderbird, whose export of vCards has categories and all addresses. */
export const isThunderbird = (headings: readonly string[]): boolean =>
  headings.length >= 30 && headings.filter((heading) => findField(heading) === 'address').length === 2;
