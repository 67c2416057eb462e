/**
 * German. Each entry is an English text as the code has it, and what it is in German; `name` and the glossary keep the words alike.
 *
 * Sie-Form ohne Anrede, wo es ohne geht. Glossar: product Produkt · variant Variante · vendor Anbieter · category Kategorie ·
 * image Bild · source Quelle · attribute Attribut · attribute class Attributklasse · channel Kanal · feed Feed · completeness
 * Vollständigkeit · view Ansicht · workspace Arbeitsbereich · row Zeile · column Spalte · cell Zelle · value Wert · field Feld ·
 * record Datensatz · import Import · export Export · template Vorlage · trash Papierkorb · backup Sicherung · job Vorgang ·
 * agent Agent · key Schlüssel · provider Provider · model Modell · prompt Prompt · run Lauf · proposal Vorschlag · review Prüfung ·
 * accept annehmen · reject ablehnen · to refuse zurückweisen · undo rückgängig machen · to restore wiederherstellen · spend Ausgaben.
 */
export const messages = {
  // ui
  '{number} bytes': '{number} Byte',
  'just now': 'gerade eben',

  // state
  Light: 'Hell',
  Dark: 'Dunkel',
  'Like the system': 'Wie das System',
  Language: 'Sprache',
} satisfies Readonly<Record<string, string>>
