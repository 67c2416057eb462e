/**
 * German. Each entry is an English text as the code has it, and what it is in German; `name` and the glossary keep the words alike.
 *
 * Sätze in der Sie-Form, Knöpfe und Befehle im Infinitiv („Details anzeigen“). Seiten der App stehen in Sätzen in Anführungszeichen
 * (unter „Kanäle“). Glossar: product Produkt · variant Variante · vendor Anbieter · category Kategorie · image Bild · source Quelle ·
 * entry Eintrag · attribute Attribut · attribute class Attributklasse · required Pflicht (Attribut), verlangt (Kanal) · parent
 * übergeordneter Eintrag · reference Verweis · lookup Nachschlagewert · channel Kanal · feed Feed · completeness Vollständigkeit ·
 * view Ansicht · workspace Arbeitsbereich · grid Tabelle · row Zeile · column Spalte · cell Zelle · value Wert · field Feld (eines
 * Kanals) · default Standard · constraint Vorgabe · import Import · export Export · merge key Abgleichsschlüssel · trash Papierkorb ·
 * backup Sicherung · job Vorgang · state Status · agent Agent · key Schlüssel · scope Recht · provider Provider · model Modell · run
 * Lauf · proposal Vorschlag · review Prüfung · verified belegt · checked geprüft · accept annehmen · reject (a proposal) ablehnen ·
 * reject (a change, a file) zurückweisen · finding Befund · fix Korrektur, beheben · severity Schweregrad · duplicate Dublette · merge
 * zusammenführen · worklist Arbeitsliste · to-do Aufgabe · show anzeigen · hide ausblenden · create anlegen · correct korrigieren ·
 * fetch abrufen · stop stoppen, abbrechen · undo rückgängig machen · restore wiederherstellen · spend Ausgaben.
 */
export const messages = {
  // ui
  'Keep it': 'Beibehalten',
  Copy: 'Kopieren',
  'The text could not be copied': 'Der Text konnte nicht kopiert werden',
  'Select it and press Ctrl+C instead.': 'Markieren Sie ihn und drücken Sie stattdessen Strg+C.',
  Copied: 'Kopiert',
  Close: 'Schließen',
  'This page has run into a fault': 'Auf dieser Seite ist ein Fehler aufgetreten',
  'Copy the details': 'Details kopieren',
  Reload: 'Neu laden',
  'Everything that was saved is safe. Reload the page; if it happens again, report it with the details.':
    'Alle gespeicherten Daten sind sicher. Laden Sie die Seite neu. Tritt der Fehler wieder auf, melden Sie ihn mit den Details.',
  'Choose the folder: {label}': 'Ordner wählen: {label}',
  'Choose…': 'Wählen …',
  '{number} bytes': '{number} Byte',
  'just now': 'gerade eben',
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  'Enter¦key': 'Eingabe',
  'Delete¦key': 'Entf',
  'Space¦key': 'Leertaste',
  'Home¦key': 'Pos1',
  'End¦key': 'Ende',
  'PageUp¦key': 'Bild ↑',
  'PageDown¦key': 'Bild ↓',
  'Move {name}': '{name} verschieben',
  'Drag, or press the up and down arrow keys': 'Ziehen oder die Pfeiltasten nach oben und unten drücken',
  '{offset} to {end} of {total}': '{offset} bis {end} von {total}',
  Previous: 'Zurück',
  Next: 'Weiter',
  'Decimals come after a comma, as in 1.234,56': 'Dezimaltrennzeichen ist das Komma, wie in 1.234,56',
  'Decimals come after a point, as in 1,234.56': 'Dezimaltrennzeichen ist der Punkt, wie in 1,234.56',
  'The day comes first, as in 31.12.2026': 'Der Tag steht zuerst, wie in 31.12.2026',
  'The month comes first, as in 12/31/2026': 'Der Monat steht zuerst, wie in 12/31/2026',
  'The year comes first, as in 2026-12-31': 'Das Jahr steht zuerst, wie in 2026-12-31',
  'Nothing found.': 'Nichts gefunden.',
  Suggestions: 'Vorschläge',
  Dismiss: 'Ausblenden',
  Notifications: 'Benachrichtigungen',
  'Remove {label}': '{label} entfernen',
  'Search…': 'Suchen …',

  // api
  'Vitrine does not answer. Check that it is still running; the page reconnects by itself.':
    'Vitrine antwortet nicht. Prüfen Sie, ob es noch läuft; die Seite verbindet sich von selbst wieder.',
  'The server gave an answer that Vitrine does not understand (status {status}). Reload the page.':
    'Vitrine versteht die Antwort des Servers nicht (Status {status}). Laden Sie die Seite neu.',
  'The setting could not be changed': 'Die Einstellung konnte nicht geändert werden',

  // query
  'Give the attribute a name.': 'Geben Sie dem Attribut einen Namen.',
  'There is an attribute named {trimmed} already. Give this one another name.':
    'Es gibt schon ein Attribut namens {trimmed}. Geben Sie diesem einen anderen Namen.',
  'The category': 'Die Kategorie',
  '{value} already exists.': '{value} gibt es schon.',
  '{value} cannot be placed below itself.': '{value} kann nicht unter sich selbst eingeordnet werden.',
  'This value is computed and cannot be edited.':
    'Dieser Wert wird berechnet und kann nicht bearbeitet werden.',
  'Your role does not let you edit this value. An owner of the workspace can change that.':
    'Mit Ihrer Rolle dürfen Sie diesen Wert nicht bearbeiten. Ein Eigentümer des Arbeitsbereichs kann das ändern.',
  'What you typed waits for review by an editor.':
    'Was Sie eingegeben haben, wartet auf die Prüfung durch einen Bearbeiter.',
  '{name} completeness': 'Vollständigkeit für {name}',
  'How much of what the channel requires is filled in. The Channels tab of the details shows what is missing.':
    'Wie viel von dem ausgefüllt ist, was der Kanal verlangt. Was fehlt, zeigen die Details auf dem Reiter „Kanäle“.',
  Created: 'Angelegt',
  'The creation time is set by Vitrine.': 'Den Zeitpunkt des Anlegens setzt Vitrine.',
  Updated: 'Geändert',
  'The time of the last change is set by Vitrine.': 'Den Zeitpunkt der letzten Änderung setzt Vitrine.',
  'Parent ID': 'ID des übergeordneten Eintrags',
  'The parent is set when the entry is created.': 'Der übergeordnete Eintrag wird beim Anlegen gewählt.',
  'An ID never changes.': 'Eine ID ändert sich nie.',
  'Names, SKUs, barcodes and other short text. Leading zeros are kept.':
    'Namen, Artikelnummern, Barcodes und andere kurze Texte. Führende Nullen bleiben erhalten.',
  'Descriptions and notes over several lines.': 'Beschreibungen und Notizen über mehrere Zeilen.',
  'Text with headings, lists and emphasis, kept as HTML.':
    'Text mit Überschriften, Listen und Hervorhebungen, gespeichert als HTML.',
  'Prices, weights and sizes, with an optional unit and limits.':
    'Preise, Gewichte und Maße, auf Wunsch mit Einheit und Grenzen.',
  'Yes or no.': 'Ja oder nein.',
  'A day, such as a launch date.': 'Ein Tag, etwa der des Verkaufsstarts.',
  'One of a list of options.': 'Eine Option aus einer Liste.',
  'Any number of a list of options.': 'Beliebig viele Optionen aus einer Liste.',
  'A stage of work, such as Draft, Review, Done. The order counts.':
    'Ein Bearbeitungsstand, etwa Entwurf, Prüfung, Fertig. Die Reihenfolge zählt.',
  'One entry, such as the vendor of a product.': 'Ein Eintrag, etwa der Anbieter eines Produkts.',
  'An ordered list of entries, such as the pictures of a gallery.':
    'Eine geordnete Liste von Einträgen, etwa die Bilder einer Galerie.',
  'A picture: a stored file or a web address.': 'Ein Bild: eine gespeicherte Datei oder eine Webadresse.',
  'A video: a stored file or a web address.': 'Ein Video: eine gespeicherte Datei oder eine Webadresse.',
  'A web address that starts with http:// or https://.':
    'Eine Webadresse, die mit http:// oder https:// beginnt.',
  'How far something is, from 0 to 100.': 'Wie weit etwas fortgeschritten ist, von 0 bis 100.',
  'A place in an order: 1, 2, 3 and so on.': 'Ein Platz in einer Reihenfolge: 1, 2, 3 und so weiter.',
  'Structured data for scripts, kept as JSON text.':
    'Strukturierte Daten für Skripte, gespeichert als JSON-Text.',
  'Computed from other attributes, and always current.':
    'Aus anderen Attributen berechnet und immer aktuell.',
  'This value is computed by a formula. Edit the attributes it reads.':
    'Dieser Wert wird durch eine Formel berechnet. Bearbeiten Sie die Attribute, die sie liest.',
  'A value of what a reference names, such as the lead time of the vendor.':
    'Ein Wert des Eintrags, auf den ein Verweis zeigt, etwa die Lieferzeit des Anbieters.',
  'This value is looked up through a reference. Edit it where it is stored.':
    'Dieser Wert wird über einen Verweis nachgeschlagen. Bearbeiten Sie ihn dort, wo er gespeichert ist.',
  'What refers to this, such as the products of a vendor.':
    'Alles, was auf den Eintrag verweist, etwa die Produkte eines Anbieters.',
  'This list follows from the references of other entries. Edit those references.':
    'Diese Liste ergibt sich aus den Verweisen anderer Einträge. Bearbeiten Sie die Verweise dort.',
  'An amount in one currency, such as a price.': 'Ein Betrag in einer Währung, etwa ein Preis.',
  'A size, weight or volume in one unit. Other units convert as they are typed: 12 in.':
    'Eine Größe, ein Gewicht oder ein Volumen in einer Einheit. Andere Einheiten werden bei der Eingabe umgerechnet: 12 in.',
  'An EAN, UPC or ISBN whose check digit is right.': 'Eine EAN, UPC oder ISBN, deren Prüfziffer stimmt.',
  'An email address.': 'Eine E-Mail-Adresse.',
  'A day and a time of day, in your time zone.': 'Ein Tag und eine Uhrzeit in Ihrer Zeitzone.',
  'A document: a stored file, such as a PDF, or a web address.':
    'Ein Dokument: eine gespeicherte Datei, etwa ein PDF, oder eine Webadresse.',
  Time: 'Zeit',
  Completeness: 'Vollständigkeit',

  // state
  'Like the system': 'Wie im System',
  'Keys and IDs': 'Schlüssel und IDs',
  Hidden: 'Ausgeblendet',
  'Shown, for scripts': 'Gezeigt, für Skripte',
  Light: 'Hell',
  Dark: 'Dunkel',
  'The workspace could not be opened': 'Der Arbeitsbereich konnte nicht geöffnet werden',
  'The workspace could not be created': 'Der Arbeitsbereich konnte nicht angelegt werden',
  'The file could not be shown': 'Die Datei konnte nicht angezeigt werden',
  'Show in folder': 'Im Ordner anzeigen',
  '{name} is saved': '{name} ist gespeichert',
  Products: 'Produkte',
  product: 'Produkt',
  'Products are what you sell, with their variants.':
    'Produkte sind, was Sie verkaufen, samt ihren Varianten.',
  Images: 'Bilder',
  image: 'Bild',
  'Images belong to products and to everything else that needs a picture.':
    'Bilder gehören zu Produkten und zu allem anderen, was ein Bild braucht.',
  Vendors: 'Anbieter',
  vendor: 'Anbieter',
  'Vendors are the makers and suppliers that products refer to.':
    'Anbieter sind die Hersteller und Lieferanten, auf die Produkte verweisen.',
  Categories: 'Kategorien',
  category: 'Kategorie',
  'Categories put products in order.': 'Kategorien ordnen die Produkte.',
  Sources: 'Quellen',
  source: 'Quelle',
  'Sources are pages and documents that product data is taken from.':
    'Quellen sind Seiten und Dokumente, aus denen Produktdaten stammen.',
  '{count, plural, one {# product} other {# products}}':
    '{count, plural, one {# Produkt} other {# Produkte}}',
  '{count, plural, one {# image} other {# images}}': '{count, plural, one {# Bild} other {# Bilder}}',
  '{count, plural, one {# vendor} other {# vendors}}': '{count, plural, one {# Anbieter} other {# Anbieter}}',
  '{count, plural, one {# category} other {# categories}}':
    '{count, plural, one {# Kategorie} other {# Kategorien}}',
  '{count, plural, one {# source} other {# sources}}': '{count, plural, one {# Quelle} other {# Quellen}}',
  '{what} matches': '{what} passt',
  '{what} match': '{what} passen',
  Changed: 'Geändert',
  'Moved to the trash': 'In den Papierkorb gelegt',
  'Restored from the trash': 'Aus dem Papierkorb wiederhergestellt',
  'Attribute added': 'Attribut hinzugefügt',
  'Attribute changed': 'Attribut geändert',
  'Attribute deleted': 'Attribut gelöscht',
  'Channel added': 'Kanal hinzugefügt',
  'Channel changed': 'Kanal geändert',
  'Channel deleted': 'Kanal gelöscht',
  'Note added': 'Notiz hinzugefügt',
  'Note changed': 'Notiz geändert',
  'Note deleted': 'Notiz gelöscht',
  Comment: 'Kommentar',
  'Comment changed': 'Kommentar geändert',
  'Comment resolved': 'Kommentar erledigt',
  'Also in this list': 'Auch in dieser Liste',
  'Comment (Ctrl+Enter)': 'Kommentieren (Strg+Eingabe)',
  'Comment added.': 'Kommentar hinzugefügt.',
  Comments: 'Kommentare',
  'Comment¦verb': 'Kommentieren',
  'Comment… @ mentions somebody': 'Kommentieren … @ erwähnt jemanden',
  'Go to a saved row to comment on it.': 'Gehen Sie zu einer gespeicherten Zeile, um sie zu kommentieren.',
  'New comment': 'Neuer Kommentar',
  'No open comments. Whoever is mentioned with @ is notified.':
    'Keine offenen Kommentare. Wer mit @ erwähnt wird, wird benachrichtigt.',
  'Nobody has said anything about this row yet.': 'Zu dieser Zeile hat noch niemand etwas gesagt.',
  'Open again': 'Wieder öffnen',
  People: 'Personen',
  Replies: 'Antworten',
  'Reply (Ctrl+Enter)': 'Antworten (Strg+Eingabe)',
  Reply: 'Antworten',
  'Reply… @ mentions somebody': 'Antworten … @ erwähnt jemanden',
  Resolve: 'Erledigen',
  'Resolved by {name}': 'Erledigt von {name}',
  'Resolved ones too': 'Auch erledigte',
  'The comment was not changed': 'Der Kommentar wurde nicht geändert',
  'The comment was not saved': 'Der Kommentar wurde nicht gespeichert',
  'The reply was not saved': 'Die Antwort wurde nicht gespeichert',
  'Your comment': 'Ihr Kommentar',
  'Your reply': 'Ihre Antwort',
  'and {more} more': 'und {more} weitere',
  '{count, plural, one {Show # earlier reply} other {Show # earlier replies}}':
    '{count, plural, one {# frühere Antwort zeigen} other {# frühere Antworten zeigen}}',
  '{name} is here too': '{name} ist auch hier',
  '{name} is not in a cell that is loaded here.': '{name} ist in keiner Zelle, die hier geladen ist.',
  '{name} is typing…': '{name} schreibt …',
  '{name}: {text}': '{name}: {text}',
  '{name} mentioned you': '{name} hat Sie erwähnt',
  '{name} replied': '{name} hat geantwortet',
  'Cannot be counted': 'Nicht zählbar',
  'Change the worklist': 'Arbeitsliste ändern',
  'Delete the worklist {name}?': 'Arbeitsliste {name} löschen?',
  'Delete the worklist': 'Arbeitsliste löschen',
  'Due on': 'Fällig am',
  'Due on {day}': 'Fällig am {day}',
  For: 'Für',
  'Assigns the rows shown to somebody to work through':
    'Weist jemandem die angezeigten Zeilen zum Abarbeiten zu',
  'It is deleted for everybody. Its rows stay as they are.':
    'Sie wird für alle gelöscht. Ihre Zeilen bleiben, wie sie sind.',
  'Overdue: {day}': 'Überfällig: {day}',
  'Mark as done': 'Als erledigt markieren',
  'New worklist…': 'Neue Arbeitsliste …',
  'Nobody yet': 'Noch niemand',
  'Save as a worklist': 'Als Arbeitsliste speichern',
  'Save as a worklist…': 'Als Arbeitsliste speichern …',
  'Save the worklist': 'Arbeitsliste speichern',
  'The worklist could not be opened': 'Die Arbeitsliste konnte nicht geöffnet werden',
  'The worklist was deleted': 'Die Arbeitsliste wurde gelöscht',
  'The worklist was not changed': 'Die Arbeitsliste wurde nicht geändert',
  'What to do with {name}': 'Was mit {name} zu tun ist',
  'Worklists of {plural}': 'Arbeitslisten: {plural}',
  somebody: 'jemand',
  '{count} done': '{count} erledigt',
  '{done} of {total} done': '{done} von {total} erledigt',
  'Assign these rows to somebody to work through. A row is done once it no longer matches.':
    'Weisen Sie diese Zeilen jemandem zum Abarbeiten zu. Eine Zeile ist erledigt, sobald sie nicht mehr passt.',
  'Select at most {maxInValues} rows, or assign all that the view shows.':
    'Wählen Sie höchstens {maxInValues} Zeilen aus, oder weisen Sie alle zu, die die Ansicht anzeigt.',
  Worklist: 'Arbeitsliste',
  'Not assigned': 'Nicht zugewiesen',
  'Next row (Shift+F9)': 'Nächste Zeile (Umschalt+F9)',
  'Next row': 'Nächste Zeile',
  'Go to the next row that still matches': 'Zur nächsten Zeile, die noch passt',
  'To the next row that still matches': 'Zur nächsten Zeile, die noch passt',
  'No other row of these still matches.': 'Von diesen Zeilen passt keine andere mehr.',
  'Comment on the cell': 'Die Zelle kommentieren',
  'In a team: comment on the cell': 'Im Team: die Zelle kommentieren',
  'Comment…': 'Kommentieren …',
  'Save the rows as a worklist': 'Die Zeilen als Arbeitsliste speichern',
  'Only administrators of the server may do this.': 'Das dürfen nur Administratoren des Servers.',
  'This needs the role {role}. An owner of the workspace can give it to you.':
    'Dafür ist die Rolle {role} nötig. Ein Eigentümer des Arbeitsbereichs kann sie Ihnen geben.',
  'You may not do this': 'Das dürfen Sie nicht',
  'People who may import files and add attributes here can fill it.':
    'Füllen kann sie, wer hier Dateien importieren und Attribute anlegen darf.',
  'See its status': 'Status ansehen',
  'You have no access to this page': 'Sie haben keinen Zugriff auf diese Seite',
  'You can view, search and export here, but not change anything. {names} can give you another role.':
    'Sie können hier lesen, suchen und exportieren, aber nichts ändern. Eine andere Rolle kann Ihnen {names} geben.',
  'What you type is proposed, and counts once an editor has accepted it.':
    'Was Sie eingeben, ist ein Vorschlag und gilt, sobald ein Bearbeiter ihn annimmt.',

  'You may look at this page. Administrators of the server change it.':
    'Sie sehen diese Seite; ändern dürfen sie die Administratoren des Servers.',
  'You may look at this page. Changing it needs the role {role}, which {names} can give you.':
    'Sie sehen diese Seite. Zum Ändern ist die Rolle {role} nötig, die Ihnen {names} geben kann.',
  'an owner of the workspace': 'ein Eigentümer des Arbeitsbereichs',
  'You have no access to a workspace yet. Ask the person who invited you.':
    'Sie haben noch auf keinen Arbeitsbereich Zugriff. Fragen Sie die Person, die Sie eingeladen hat.',
  'Who may change its values': 'Wer ihre Werte ändern darf',
  'Owners always can. For everybody else the column shows a lock.':
    'Eigentümer dürfen es immer. Allen anderen zeigt die Spalte ein Schloss.',
  'Next Row That Matches': 'Nächste passende Zeile',
  '{name} assigned you a worklist': '{name} hat Ihnen eine Arbeitsliste zugewiesen',
  'New for you': 'Neu für Sie',
  'Where somebody mentioned you, replied to you, or gave you something to do.':
    'Wo jemand Sie erwähnt, Ihnen geantwortet oder Ihnen etwas zu tun gegeben hat.',
  'Mark all as read': 'Alle als gelesen markieren',
  'Mark as read': 'Als gelesen markieren',
  'Mark as unread': 'Als ungelesen markieren',
  'When somebody mentions you with @ in a comment, it is listed here.':
    'Erwähnt Sie jemand mit @ in einem Kommentar, steht es hier.',
  'It was not marked': 'Es wurde nicht markiert',
  'Job completed': 'Vorgang abgeschlossen',
  'Job failed': 'Vorgang fehlgeschlagen',
  'Started by {name}': 'Gestartet von {name}',
  'Job cancelled': 'Vorgang abgebrochen',
  'in the app': 'in der App',
  'through the API': 'über die API',
  'through an agent': 'über einen Agenten',
  'through an import': 'durch einen Import',
  'through a generation': 'durch eine Generierung',
  'from a source': 'aus einer Quelle',
  'through a restore': 'durch eine Wiederherstellung',
  'The app': 'Die App',
  'The API': 'Die API',
  Agents: 'Agenten',
  Imports: 'Importe',
  Generation: 'Generierung',
  Restores: 'Wiederherstellungen',
  'you¦who did it': 'Ihnen',
  'somebody without an account': 'jemandem ohne Konto',
  'Somebody without an account': 'Jemand ohne Konto',
  'A key that is gone': 'Ein Schlüssel, den es nicht mehr gibt',
  'a key that is gone': 'einem Schlüssel, den es nicht mehr gibt',
  '{deed} by {actor} {door}': '{deed} von {actor} {door}',
  Note: 'Notiz',
  'To-do': 'Aufgabe',
  'Done¦to-do': 'Erledigt',
  Text: 'Text',
  Kind: 'Art',
  'A cell holds one picture. Drop several on the image gallery.':
    'Eine Zelle nimmt ein Bild auf. Legen Sie mehrere in der Bildergalerie ab.',
  'One picture at a time': 'Nur ein Bild auf einmal',
  'Selected rows': 'Ausgewählte Zeilen',
  'This view': 'Diese Ansicht',
  '{count}, filtered': '{count}, gefiltert',
  Everything: 'Alles',
  What: 'Was',
  'None of these rows is saved yet. Fill in what is missing first.':
    'Noch keine dieser Zeilen ist gespeichert. Ergänzen Sie zuerst, was fehlt.',
  'At most {maxNamedRows, plural, one {# row} other {# rows}} can be selected at a time. Narrow them by a filter, or choose everything.':
    'Höchstens {maxNamedRows, plural, one {# Zeile kann} other {# Zeilen können}} auf einmal ausgewählt werden. Grenzen Sie sie durch einen Filter ein, oder wählen Sie alles.',

  // filters
  Operator: 'Operator',
  Date: 'Datum',
  'Date or period': 'Datum oder Zeitraum',
  Value: 'Wert',
  Days: 'Tage',
  Matches: 'Passt zu',
  Filter: 'Filter',
  'Filters and order': 'Filter und Reihenfolge',
  'Clear filters': 'Filter aufheben',
  'Sorted by': 'Sortiert nach',
  '{name}, descending: reverse': '{name}, absteigend: umkehren',
  '{name}, ascending: reverse': '{name}, aufsteigend: umkehren',
  'Do not sort by {name}': 'Nicht nach {name} sortieren',
  'No filter: all rows are shown.': 'Kein Filter: Alle Zeilen werden angezeigt.',
  'Remove the filter {name} {operator} {value}': 'Filter entfernen: {name} {operator} {value}',
  'Remove the group {text}': 'Gruppe entfernen: {text}',
  'is within': 'liegt in',
  'is not within': 'liegt nicht in',
  'not checked': 'nicht angekreuzt',
  Parent: 'Übergeordnet',
  'Not accepted by {name}': 'Von {name} nicht angenommen',
  'Changed by': 'Geändert von',
  'Empty in the parent': 'Leer im übergeordneten Eintrag',
  'Has variants': 'Hat Varianten',
  'is empty': 'ist leer',
  'Add a filter': 'Filter hinzufügen',
  'Add to this group': 'Zu dieser Gruppe hinzufügen',
  'Add a group': 'Gruppe hinzufügen',
  'Add a group inside': 'Gruppe darin hinzufügen',
  'Filter {index}': 'Filter {index}',
  'Group {place}, condition {index}': 'Gruppe {place}, Bedingung {index}',
  Where: 'Wo',
  'Join of the filters': 'Verknüpfung der Filter',
  'Join of group {place}': 'Verknüpfung der Gruppe {place}',
  'Group {place}': 'Gruppe {place}',
  'Remove this group': 'Diese Gruppe entfernen',
  Attribute: 'Attribut',
  'Remove this filter': 'Diesen Filter entfernen',
  is: 'ist',
  'is not': 'ist nicht',
  contains: 'enthält',
  'does not contain': 'enthält nicht',
  'starts with': 'beginnt mit',
  'ends with': 'endet mit',
  'is greater than': 'ist größer als',
  'is after': 'ist nach',
  'is at least': 'ist mindestens',
  'is on or after': 'ist am oder nach',
  'is less than': 'ist kleiner als',
  'is before': 'ist vor',
  'is at most': 'ist höchstens',
  'is on or before': 'ist am oder vor',
  'has a value': 'hat einen Wert',
  'and¦filter': 'und',
  'is any of': 'ist eines von',
  '"oak table"': '„Tisch Eiche“',
  'these words as they stand': 'diese Wörter, wie sie dastehen',
  'nothing that has this word': 'nichts, was dieses Wort enthält',
  'in this attribute alone': 'nur in diesem Attribut',
  'Search all text': 'In allen Texten suchen',
  Search: 'Suchen',
  'Clear the search': 'Suche leeren',
  'Finds rows that have all the words, in any order and any text. A typo is forgiven.':
    'Findet Zeilen mit allen Wörtern, in beliebiger Reihenfolge und in jedem Text. Ein Tippfehler schadet nicht.',
  Sort: 'Sortieren',
  'Rows are in the order in which they were added.':
    'Die Zeilen stehen in der Reihenfolge, in der sie angelegt wurden.',
  'Add a sort key': 'Sortierung hinzufügen',
  'Sort key {index}': 'Sortierung {index}',
  'Sort by': 'Sortieren nach',
  'then by': 'dann nach',
  'Find an attribute': 'Attribut suchen',
  Direction: 'Richtung',
  'More important': 'Wichtiger',
  'Less important': 'Weniger wichtig',
  'Remove this sort key': 'Diese Sortierung entfernen',
  You: 'Sie',
  'Values, separated by commas': 'Werte, durch Kommas getrennt',
  'Enter a number, such as 12.5.': 'Geben Sie eine Zahl ein, etwa 12,5.',
  'Enter the full ID of an entry.': 'Geben Sie die vollständige ID eines Eintrags ein.',

  // jobs
  Import: 'Import',
  'Bulk edit': 'Sammelbearbeitung',
  Undo: 'Rückgängig machen',
  'Undo of an import': 'Rückgängigmachen eines Imports',
  Source: 'Quelle',
  Pictures: 'Bilder',
  'Picture download': 'Herunterladen von Bildern',
  Package: 'Paket',
  'Review¦noun': 'Prüfung',
  Merging: 'Zusammenführung',
  'Merge into “{value}”': 'Zu „{value}“ zusammenführen',
  Spellings: 'Schreibweisen',
  Becomes: 'Wird zu',
  'Which values?': 'Welche Werte?',
  'Choose an attribute of the {plural}. Values that may mean the same are put into groups, such as “Acme Inc.” and “acme inc”, and what you choose becomes one value.':
    'Wählen Sie ein Attribut ({plural}). Werte, die dasselbe meinen können, stehen in Gruppen, etwa „Acme Inc.“ und „acme inc“; was Sie wählen, wird ein Wert.',
  'What is compared': 'Was verglichen wird',
  'Choose an attribute': 'Attribut wählen',
  'Compare by': 'Vergleichen nach',
  'The values could not be compared': 'Die Werte konnten nicht verglichen werden',
  'Comparing the values of {name}': 'Werte von {name} werden verglichen',
  'Show more groups': 'Mehr Gruppen anzeigen',
  'No similar values': 'Keine ähnlichen Werte',
  'By this comparison all values of {name} differ. Another comparison may find more.':
    'Nach diesem Vergleich sind alle Werte von {name} verschieden. Ein anderer Vergleich findet vielleicht mehr.',
  'Similar values of {name}': 'Ähnliche Werte von {name}',
  '{count, plural, one {# group} other {# groups}}, {chosen} chosen':
    '{count, plural, one {# Gruppe} other {# Gruppen}}, {chosen} gewählt',
  'Choose none': 'Keine wählen',
  'Choose all shown': 'Alle angezeigten wählen',
  'Merge…': 'Zusammenführen …',
  'The arrow keys go from group to group, the space bar chooses one, Tab goes through its values.':
    'Mit den Pfeiltasten gehen Sie von Gruppe zu Gruppe, mit der Leertaste wählen Sie eine aus, mit Tab gehen Sie durch ihre Werte.',
  'Merge values of {name}': 'Werte von {name} zusammenführen',
  Merge: 'Zusammenführen',
  'The values could not be merged': 'Die Werte konnten nicht zusammengeführt werden',
  '{changed, plural, one {# row gets} other {# rows get}} another value, of {matching, plural, one {# that has} other {# that have}} one of these values.':
    '{changed, plural, one {# Zeile bekommt} other {# Zeilen bekommen}} einen anderen Wert, von {matching, plural, one {# Zeile} other {# Zeilen}} mit einem dieser Werte.',
  'Entries with one of these names are merged into the oldest entry with the new name: references to the others move to it, and the others go to the trash.':
    'Einträge mit einem dieser Namen werden mit dem ältesten Eintrag zusammengeführt, der den neuen Namen hat: Verweise auf die anderen zeigen dann auf ihn, und die anderen kommen in den Papierkorb.',
  'Options that will be removed: {names}.': 'Optionen, die entfernt werden: {names}.',
  'Options that stay, because other rows still have them: {names}.':
    'Optionen, die bleiben, weil andere Zeilen sie noch haben: {names}.',
  'What changes': 'Was sich ändert',
  Before: 'Vorher',
  After: 'Nachher',
  'These are the first of them. All of it can be undone in one step.':
    'Das sind die ersten davon. Alles lässt sich in einem Schritt rückgängig machen.',
  'The merge could not be stopped': 'Die Zusammenführung konnte nicht abgebrochen werden',
  'Merging values': 'Werte werden zusammengeführt',
  'Same words': 'Gleichen Wörtern',
  'Values that differ in case, accents, punctuation or the order of their words.':
    'Werte, die sich in Groß- und Kleinschreibung, Akzenten, Satzzeichen oder der Reihenfolge ihrer Wörter unterscheiden.',
  'Same letters': 'Gleichen Buchstaben',
  'Values that also differ in spaces or doubled letters.':
    'Werte, die sich auch in Leerzeichen oder doppelten Buchstaben unterscheiden.',
  'Same sound': 'Gleichem Klang',
  'Values whose words sound alike, in English or German.':
    'Werte, deren Wörter auf Englisch oder Deutsch gleich klingen.',
  'Typing errors': 'Tippfehlern',
  'Same meaning': 'Gleicher Bedeutung',
  'Values that mean the same in other words, by the embedding model of a provider.':
    'Werte, die mit anderen Worten dasselbe bedeuten, nach dem Embedding-Modell eines Providers.',
  'Values that are one or two letters apart.': 'Werte, die sich in ein oder zwei Buchstaben unterscheiden.',
  'Show the {count, plural, one {# row} other {# rows}} with “{value}”':
    '{count, plural, one {Die # Zeile} other {Die # Zeilen}} mit „{value}“ anzeigen',
  'The merge is being undone': 'Die Zusammenführung wird rückgängig gemacht',
  'The merge was undone': 'Die Zusammenführung wurde rückgängig gemacht',
  'The merge could not be undone': 'Die Zusammenführung konnte nicht rückgängig gemacht werden',
  '{count, plural, one {# row has} other {# rows have}} another value':
    '{count, plural, one {# Zeile hat} other {# Zeilen haben}} einen anderen Wert',
  'Find similar values': 'Ähnliche Werte finden',
  'Merge of values': 'Zusammenführung von Werten',
  'Same GTIN': 'Gleiche GTIN',
  'Same brand and maker’s number': 'Gleiche Marke und Herstellernummer',
  'Nearly the same SKU': 'Fast gleiche Artikelnummer',
  'Nearly the same title': 'Fast gleicher Titel',
  'Same picture': 'Gleiches Bild',
  'Open¦duplicates': 'Offen',
  Merged: 'Zusammengeführt',
  'Not duplicates': 'Keine Dubletten',
  'the same file': 'dieselbe Datei',
  'looks the same': 'sieht gleich aus',
  '{way}: {detail}': '{way}: {detail}',
  'very likely': 'sehr wahrscheinlich',
  likely: 'wahrscheinlich',
  possible: 'möglich',
  'Keep¦which': 'Behalten',
  '{number} · created {moment}': '{number} · angelegt {moment}',
  'Fewer than two of these are still there, so there is nothing to merge.':
    'Davon gibt es weniger als zwei noch, es ist also nichts zusammenzuführen.',
  'They could not be merged': 'Das Zusammenführen ist nicht gelungen',
  'Merge {count}': '{count} zusammenführen',
  '{label} stays; {count, plural, one {the other one goes} other {# others go}} to the trash.':
    '{label} bleibt; {count, plural, one {der andere Eintrag kommt} other {# andere kommen}} in den Papierkorb.',
  'Nothing else refers to what goes to the trash.':
    'Auf das, was in den Papierkorb kommt, verweist sonst nichts.',
  '{references, plural, one {# reference} other {# references}} and {variants, plural, one {# variant} other {# variants}} move to the one that stays.':
    '{references, plural, one {# Verweis} other {# Verweise}} und {variants, plural, one {# Variante} other {# Varianten}} gehen auf den Eintrag über, der bleibt.',
  'Filter the duplicates': 'Dubletten filtern',
  Likelihood: 'Wahrscheinlichkeit',
  'Any likelihood': 'Jede Wahrscheinlichkeit',
  'All {plural} are compared': 'Alle {plural} werden verglichen',
  '{count, plural, one {Under one condition} other {Under # conditions}}':
    '{count, plural, one {Unter einer Bedingung} other {Unter # Bedingungen}}',
  'With a condition fewer are compared, and only among themselves.':
    'Mit einer Bedingung werden weniger verglichen, und nur untereinander.',
  '{score} or more': 'mindestens {score}',
  'There are no groups of this kind.': 'Solche Gruppen gibt es nicht.',
  'No duplicates are known': 'Es sind keine Dubletten bekannt',
  'Start a search: it compares codes, titles and pictures, and changes nothing.':
    'Starten Sie eine Suche: Sie vergleicht Nummern, Titel und Bilder und ändert nichts.',
  'Why these may be duplicates': 'Warum das Dubletten sein könnten',
  'These were merged: {labels}.': 'Diese wurden zusammengeführt: {labels}.',
  'May be duplicates after all': 'Doch mögliche Dubletten',
  '{next} next group, {before} previous, {numbers} pick, {merge} merge, {dismiss} not duplicates':
    '{next} nächste Gruppe, {before} vorige, {numbers} auswählen, {merge} zusammenführen, {dismiss} keine Dubletten',
  'The group is open again': 'Die Gruppe ist wieder offen',
  'Marked as not duplicates': 'Als keine Dubletten vermerkt',
  '{count, plural, one {One was} other {# were}} merged into {label}':
    '{count, plural, one {Ein Eintrag wurde} other {# Einträge wurden}} in {label} zusammengeführt',
  'The merge was undone except for {count, plural, one {# change} other {# changes}}':
    'Die Zusammenführung wurde rückgängig gemacht, bis auf {count, plural, one {# Änderung} other {# Änderungen}}',
  'These have been changed again since, or are no longer in the trash.':
    'Diese wurden seither wieder geändert oder sind nicht mehr im Papierkorb.',
  'This could not be done': 'Das ist nicht gelungen',
  'Groups of duplicates': 'Gruppen von Dubletten',
  '{count, plural, one {# group} other {# groups}}': '{count, plural, one {# Gruppe} other {# Gruppen}}',
  '{count} entries, {sure} · {ways}': '{count} Einträge, {sure} · {ways}',
  'The search could not be started': 'Die Suche konnte nicht gestartet werden',
  'The search was cancelled.': 'Die Suche wurde abgebrochen.',
  '{searched} compared: {groups, plural, one {# group} other {# groups}} found, {added} of them new. {dropped, plural, =0 {} one {One no longer matches.} other {# no longer match.}}':
    '{searched} verglichen: {groups, plural, one {# Gruppe} other {# Gruppen}} gefunden, davon {added} neu. {dropped, plural, =0 {} one {Eine passt nicht mehr.} other {# passen nicht mehr.}}',
  'There is no attribute for: {ways}.': 'Dafür gibt es kein Attribut: {ways}.',
  'Find duplicates among {rows} rows': 'In {rows} Zeilen nach Dubletten suchen',
  'Select 2 to {most} saved rows, then search for duplicates.':
    'Wählen Sie 2 bis {most} gespeicherte Zeilen aus und suchen Sie dann nach Dubletten.',
  'Merge {rows} rows…': '{rows} Zeilen zusammenführen …',
  'Select {fewest} to {most} saved rows, then merge them.':
    'Wählen Sie {fewest} bis {most} gespeicherte Zeilen aus und führen Sie sie dann zusammen.',
  'Find duplicates among the selected rows': 'In den ausgewählten Zeilen nach Dubletten suchen',
  'Merge the selected rows': 'Die ausgewählten Zeilen zusammenführen',
  'Keys and agents may merge entries': 'Schlüssel und Agenten dürfen Einträge zusammenführen',
  'They also need the scopes to write and delete them. Merged entries go to the trash, and every merge can be undone.':
    'Dazu brauchen sie auch die Rechte zum Schreiben und Löschen. Zusammengeführte Einträge liegen im Papierkorb, und jede Zusammenführung lässt sich rückgängig machen.',
  'What keys and agents may do beyond their scopes':
    'Was Schlüssel und Agenten über ihre Rechte hinaus dürfen',
  'Merged into {label}': 'Aufgegangen in {label}',
  'Had {labels} merged into it': 'Zusammengeführt mit {labels}',
  'Had {labels} and {left} more merged into it': 'Zusammengeführt mit {labels} und {left} weiteren',
  'Search for duplicates': 'Suche nach Dubletten',
  Excel: 'Excel',
  'JSON lines': 'JSON-Zeilen',
  'Export for {channelName}': 'Export für {channelName}',
  'Export of {plural} as {format}': 'Export: {plural} als {format}',
  'Trial {known}': 'Probelauf: {known}',
  '{title} of {subject}': '{title}: {subject}',
  '{job} failed': '{job}: fehlgeschlagen',
  '{job} was cancelled': '{job}: abgebrochen',
  '{job} finished': '{job}: fertig',
  'The structure of the workspace was saved as {file}':
    'Der Aufbau des Arbeitsbereichs wurde als {file} gespeichert',
  'The workspace was saved as {file}': 'Der Arbeitsbereich wurde als {file} gespeichert',
  'Show all jobs': 'Alle Vorgänge anzeigen',
  'Imports, exports, bulk edits and all else that works in the background, newest first.':
    'Importe, Exporte, Sammelbearbeitungen und was sonst im Hintergrund arbeitet, das Neueste zuerst.',
  'Filter the jobs': 'Vorgänge filtern',
  State: 'Status',
  'Any state': 'Jeder Status',
  'Any kind': 'Jede Art',
  '{total, plural, one {# job} other {# jobs}}': '{total, plural, one {# Vorgang} other {# Vorgänge}}',
  Started: 'Gestartet',
  Duration: 'Dauer',
  Result: 'Ergebnis',
  'Show earlier jobs': 'Frühere Vorgänge anzeigen',
  'No jobs match': 'Keine passenden Vorgänge',
  'Nothing has run yet': 'Es ist noch nichts gelaufen',
  'Choose another state or kind, or show all of them.':
    'Wählen Sie einen anderen Status oder eine andere Art, oder zeigen Sie alle an.',
  'Imports, exports and bulk edits work in the background and are listed here.':
    'Importe, Exporte und Sammelbearbeitungen arbeiten im Hintergrund und stehen hier.',
  'Waiting for its turn': 'Wartet, bis er an der Reihe ist',
  Running: 'Läuft',
  Done: 'Fertig',
  Failed: 'Fehlgeschlagen',
  Cancelled: 'Abgebrochen',
  'Paused until {until}: {reason}': 'Pausiert bis {until}: {reason}',
  '{current} of {total}': '{current} von {total}',
  '{value} a second': '{value} pro Sekunde',
  'about {value} left': 'noch etwa {value}',
  '{count, plural, one {# minute} other {# minutes}}': '{count, plural, one {# Minute} other {# Minuten}}',
  '{count} accepted': '{count} angenommen',
  '{count} rejected': '{count} abgelehnt',
  '{count} created': '{count} angelegt',
  '{count} updated': '{count} aktualisiert',
  '{count} changed': '{count} geändert',
  '{count} unchanged': '{count} unverändert',
  '{count} trashed': '{count} in den Papierkorb gelegt',
  '{count} failed': '{count} fehlgeschlagen',
  '{count} matched': '{count} gefunden',
  'not found': 'nicht gefunden',
  'no picture': 'kein Bild',
  'too large': 'zu groß',
  'rejected¦a picture': 'zurückgewiesen',
  'no answer': 'keine Antwort',
  '{replaced} of them had changed': '{replaced} davon hatten sich geändert',
  '{fetched} fetched': '{fetched} abgerufen',
  '{there} there already': '{there} schon da',
  '{failed} failed ({faults})': '{failed} fehlgeschlagen ({faults})',
  '{attributes, plural, one {# attribute} other {# attributes}}':
    '{attributes, plural, one {# Attribut} other {# Attribute}}',
  'Row {row}': 'Zeile {row}',
  'The differences cannot be shown': 'Die Unterschiede können nicht angezeigt werden',
  'Nothing in the catalog would change.': 'Im Katalog würde sich nichts ändern.',
  'What would change': 'Was sich ändern würde',
  'After the import': 'Nach dem Import',
  'After the edit': 'Nach der Bearbeitung',
  Row: 'Zeile',
  Entry: 'Eintrag',
  Now: 'Jetzt',
  'another entry of the file': 'ein anderer Eintrag der Datei',
  '(no name)': '(ohne Namen)',
  'new¦row': 'neu',
  empty: 'leer',
  'UTF-16, big-endian': 'UTF-16, Big-Endian',
  'Western European (Windows-1252)': 'Westeuropäisch (Windows-1252)',
  'Western European (ISO-8859-15)': 'Westeuropäisch (ISO-8859-15)',
  'Western European (Macintosh)': 'Westeuropäisch (Macintosh)',
  'Central European (Windows-1250)': 'Mitteleuropäisch (Windows-1250)',
  'Central European (ISO-8859-2)': 'Mitteleuropäisch (ISO-8859-2)',
  'Cyrillic (Windows-1251)': 'Kyrillisch (Windows-1251)',
  'Cyrillic (KOI8-R)': 'Kyrillisch (KOI8-R)',
  'Greek (Windows-1253)': 'Griechisch (Windows-1253)',
  'Turkish (Windows-1254)': 'Türkisch (Windows-1254)',
  'Baltic (Windows-1257)': 'Baltisch (Windows-1257)',
  'Japanese (Shift JIS)': 'Japanisch (Shift JIS)',
  'Japanese (EUC-JP)': 'Japanisch (EUC-JP)',
  'Chinese, simplified (GB18030)': 'Chinesisch, vereinfacht (GB18030)',
  'Chinese, traditional (Big5)': 'Chinesisch, traditionell (Big5)',
  'Korean (EUC-KR)': 'Koreanisch (EUC-KR)',
  'Report of {name}': 'Bericht zu {name}',
  Report: 'Bericht',
  'The file is no longer kept. Export again.':
    'Die Datei wird nicht mehr aufbewahrt. Exportieren Sie erneut.',
  'Why some are left out': 'Warum einige ausgelassen sind',
  Download: 'Herunterladen',
  'Kept until {expires_at}': 'Aufbewahrt bis {expires_at}',
  'The error file could not be downloaded': 'Die Fehlerdatei konnte nicht heruntergeladen werden',
  'Download the list of them': 'Die Liste davon herunterladen',
  'Download the rows to correct': 'Zu korrigierende Zeilen herunterladen',
  '{not_found} no longer there': '{not_found} nicht mehr da',
  '{exported, plural, one {# product} other {# products}}':
    '{exported, plural, one {# Produkt} other {# Produkte}}',
  '{left_out} left out': '{left_out} ausgelassen',
  '{values_left_out, plural, one {# value} other {# values}} left out':
    '{values_left_out, plural, one {# Wert} other {# Werte}} ausgelassen',
  '{rows, plural, one {# row} other {# rows}}': '{rows, plural, one {# Zeile} other {# Zeilen}}',
  '{columns, plural, one {# column} other {# columns}}':
    '{columns, plural, one {# Spalte} other {# Spalten}}',
  '{left_out_cells, plural, one {# cell} other {# cells}} left out':
    '{left_out_cells, plural, one {# Zelle} other {# Zellen}} ausgelassen',
  '{products, plural, one {# product} other {# products}}':
    '{products, plural, one {# Produkt} other {# Produkte}}',
  'Values of {who}': 'Werte: {who}',
  'Values of {products, plural, one {# product} other {# products}}, {name}: No field of the channel takes it.':
    'Werte von {products, plural, one {# Produkt} other {# Produkten}}, {name}: Kein Feld des Kanals nimmt sie auf.',
  'Row {row}, {field}: {issue}': 'Zeile {row}, {field}: {issue}',
  '{key}: It mirrors other entries and is exported with those.':
    '{key}: Spiegelt andere Einträge und wird mit diesen exportiert.',
  'And {more, plural, one {# more cell} other {# more cells}}.':
    'Und {more, plural, one {# weitere Zelle} other {# weitere Zellen}}.',
  Review: 'Prüfen',
  'Run the rest': 'Den Rest ausführen',
  'What the run wrote was undone': 'Was der Lauf geschrieben hat, wurde rückgängig gemacht',
  'The run was not undone': 'Der Lauf wurde nicht rückgängig gemacht',

  '{count} proposed': '{count} vorgeschlagen',
  '{count} written': '{count} geschrieben',
  '{count} not stated': '{count} nicht angegeben',
  '{count} skipped': '{count} übersprungen',
  'Nothing was to be generated': 'Es war nichts zu generieren',
  'Stopped at its budget.': 'Beim Erreichen des Budgets angehalten.',
  '{cost} of it for calls that were cut off.': '{cost} davon für abgebrochene Aufrufe.',
  '{count, plural, one {# new attribute} other {# new attributes}} to create':
    '{count, plural, one {# neues Attribut} other {# neue Attribute}} anzulegen',
  '{count, plural, one {# new attribute} other {# new attributes}} created':
    '{count, plural, one {# neues Attribut} other {# neue Attribute}} angelegt',
  '{cells, plural, one {# cell} other {# cells}} taken as corrected.':
    '{cells, plural, one {# Zelle} other {# Zellen}} wie korrigiert übernommen.',
  '{known, plural, one {# picture is} other {# pictures are}} there already.':
    '{known, plural, one {# Bild ist} other {# Bilder sind}} schon da.',
  '{wanted, plural, one {# picture} other {# pictures}} would be fetched':
    '{wanted, plural, one {# Bild würde} other {# Bilder würden}} abgerufen',
  '{wanted, plural, one {# picture is} other {# pictures are}} being fetched':
    '{wanted, plural, one {# Bild wird} other {# Bilder werden}} abgerufen',
  'In the background, once the rows are imported, at most two a second from one server.':
    'Im Hintergrund, sobald die Zeilen importiert sind, höchstens zwei pro Sekunde von einem Server.',
  'The list of jobs shows the progress. A picture that cannot be fetched stays a link.':
    'Den Fortschritt zeigt die Liste der Vorgänge. Bilder, die sich nicht abrufen lassen, bleiben Links.',
  'The file does not name its encoding and was read as {encoding}. If letters look wrong, choose another encoding in the first step.':
    'Die Datei nennt ihre Zeichencodierung nicht und wurde als {encoding} gelesen. Wenn Buchstaben falsch aussehen, wählen Sie im ersten Schritt eine andere.',
  'The file does not name its encoding and was read as {encoding}. If letters look wrong, choose another encoding in the first step and import it again.':
    'Die Datei nennt ihre Zeichencodierung nicht und wurde als {encoding} gelesen. Wenn Buchstaben falsch aussehen, wählen Sie im ersten Schritt eine andere, und importieren Sie die Datei noch einmal.',
  '{count, plural, one {# row} other {# rows}} with the key of an earlier row':
    '{count, plural, one {# Zeile} other {# Zeilen}} mit dem Schlüssel einer früheren Zeile',
  'Rows of the same key are about the same entry. Where they differ the last one counts, and every import of this file changes them again.':
    'Zeilen mit demselben Schlüssel betreffen denselben Eintrag. Wo sie sich unterscheiden, gilt die letzte, und jeder Import dieser Datei ändert sie von Neuem.',
  '{b}: rows {rows}': '{b}: Zeilen {rows}',
  created: 'angelegt',
  updated: 'geändert',
  unchanged: 'unverändert',
  failed: 'fehlgeschlagen',
  'would be created': 'würden angelegt',
  'would be updated': 'würden geändert',
  'would fail': 'würden scheitern',
  'Nothing was changed: this is what the edit would do.':
    'Es wurde nichts geändert: Das würde die Bearbeitung bewirken.',
  'As CSV, with the reason in the first column. Corrected, it can be imported.':
    'Als CSV, mit dem Grund in der ersten Spalte. Nach der Korrektur können Sie die Datei importieren.',
  Errors: 'Fehler',
  'What is wrong': 'Was nicht stimmt',
  'Started {created}': 'Gestartet {created}',
  'Started {created}, ended {completed}': 'Gestartet {created}, beendet {completed}',
  Jobs: 'Vorgänge',
  '{running} running': '{running} aktiv',
  'Nothing has run yet. Imports, exports and bulk edits work in the background and are listed here.':
    'Es ist noch nichts gelaufen. Importe, Exporte und Sammelbearbeitungen arbeiten im Hintergrund und stehen dann hier.',
  '{name} could not be cancelled': 'Nicht abgebrochen: {name}',
  'Continue now': 'Jetzt fortfahren',
  'Cancel {name}': 'Abbrechen: {name}',
  'Cancelling…': 'Wird abgebrochen …',
  Cancel: 'Abbrechen',
  'Every row is fine': 'Jede Zeile ist in Ordnung',
  'Nothing has been saved yet.': 'Es wurde noch nichts gespeichert.',
  'The file was imported': 'Die Datei wurde importiert',
  'The check failed': 'Die Prüfung ist fehlgeschlagen',
  'The import failed': 'Der Import ist fehlgeschlagen',
  'The server gave no reason. Try it again.':
    'Der Server hat keinen Grund genannt. Versuchen Sie es noch einmal.',
  'The check was cancelled': 'Die Prüfung wurde abgebrochen',
  'Nothing was saved.': 'Es wurde nichts gespeichert.',
  'The import was cancelled': 'Der Import wurde abgebrochen',
  'Rows that were imported before stay. With a merge key the file can be imported again safely.':
    'Zeilen, die schon importiert waren, bleiben. Mit einem Abgleichsschlüssel kann die Datei gefahrlos noch einmal importiert werden.',
  'Nothing was imported': 'Es wurde nichts importiert',
  'The file holds no rows.': 'Die Datei enthält keine Zeilen.',
  '{refused, plural, one {Nothing was imported: the only row failed} other {Nothing was imported: all # rows failed}}':
    '{refused, plural, one {Nichts wurde importiert: Die einzige Zeile ist fehlgeschlagen} other {Nichts wurde importiert: Alle # Zeilen sind fehlgeschlagen}}',
  'Look at the reasons below, correct the file or the settings of its columns, and import it again.':
    'Sehen Sie sich unten die Gründe an, korrigieren Sie die Datei oder die Einstellungen ihrer Spalten, und importieren Sie sie noch einmal.',
  'Correct it in the file, or import the others now and this one later.':
    'Korrigieren Sie sie in der Datei, oder importieren Sie jetzt die anderen und diese später.',
  'Correct them in the file, or import the others now and these later.':
    'Korrigieren Sie sie in der Datei, oder importieren Sie jetzt die anderen und diese später.',
  'Download it with the reason, correct it and import the corrected file.':
    'Laden Sie sie mit dem Grund herunter, korrigieren Sie sie, und importieren Sie diese Datei.',
  'Download them with the reasons, correct them and import the corrected file.':
    'Laden Sie sie mit den Gründen herunter, korrigieren Sie sie, und importieren Sie diese Datei.',
  '{refused, plural, one {# row} other {# rows}} would be left out':
    '{refused, plural, one {# Zeile würde} other {# Zeilen würden}} ausgelassen',
  'Imported, but {refused, plural, one {# row was} other {# rows were}} left out':
    'Importiert, aber {refused, plural, one {# Zeile wurde} other {# Zeilen wurden}} ausgelassen',
  '{cells} of {column}': '{cells} in {column}',
  '{count, plural, one {# cell} other {# cells}} would be left out':
    '{count, plural, one {# Zelle würde} other {# Zellen würden}} ausgelassen',
  'Imported, but {count, plural, one {# cell was} other {# cells were}} left out':
    'Importiert, aber {count, plural, one {# Zelle wurde} other {# Zellen wurden}} ausgelassen',
  '{count, plural, one {It does not fit: {columns}. The rest of its row is fine. The reason is below.} other {They do not fit: {columns}. The rest of their rows is fine. The reasons are below.}}':
    '{count, plural, one {Sie passt nicht: {columns}. Der Rest ihrer Zeile ist in Ordnung. Der Grund steht unten.} other {Sie passen nicht: {columns}. Der Rest ihrer Zeilen ist in Ordnung. Die Gründe stehen unten.}}',
  '{count, plural, one {It does not fit: {columns}. The rest of its row came in. The reason is below.} other {They do not fit: {columns}. The rest of their rows came in. The reasons are below.}}':
    '{count, plural, one {Sie passt nicht: {columns}. Der Rest ihrer Zeile wurde übernommen. Der Grund steht unten.} other {Sie passen nicht: {columns}. Der Rest ihrer Zeilen wurde übernommen. Die Gründe stehen unten.}}',
  'The undo failed': 'Das Rückgängigmachen ist fehlgeschlagen',
  'The undo was cancelled halfway': 'Das Rückgängigmachen wurde vor dem Ende abgebrochen',
  '{text} Undo again to continue.': '{text} Machen Sie den Import noch einmal rückgängig, um fortzufahren.',
  'The import was undone': 'Der Import wurde rückgängig gemacht',
  '{count, plural, one {# new entry} other {# new entries}} moved to the trash.':
    '{count, plural, one {# neuer Eintrag} other {# neue Einträge}} in den Papierkorb gelegt.',
  '{count, plural, one {# entry} other {# entries}} got the old values back.':
    '{count, plural, one {# Eintrag hat} other {# Einträge haben}} die alten Werte zurück.',
  '{count, plural, one {# value} other {# values}} stayed because somebody has changed {count, plural, one {it} other {them}} since.':
    '{count, plural, one {# Wert bleibt, weil ihn} other {# Werte bleiben, weil sie}} seitdem jemand geändert hat.',
  '{count, plural, one {# new entry} other {# new entries}} stayed: changed since, or others refer to them.':
    '{count, plural, one {# neuer Eintrag bleibt} other {# neue Einträge bleiben}}: seitdem geändert, oder andere verweisen darauf.',
  '{count, plural, one {# entry} other {# entries}} could not be changed back.':
    '{count, plural, one {# Eintrag konnte} other {# Einträge konnten}} nicht zurückgesetzt werden.',
  '{count, plural, one {# new attribute} other {# new attributes}} removed.':
    '{count, plural, one {# neues Attribut} other {# neue Attribute}} entfernt.',
  'The new attribute {key} stays. {reason}': 'Das neue Attribut {key} bleibt. {reason}',
  'Try again': 'Noch einmal versuchen',
  '{name} could not be tried again': 'Nicht noch einmal versucht: {name}',
  'What does not fit': 'Was nicht passt',
  'Type the right value as the file would write it. Rows are counted from the first one below the names of the columns.':
    'Geben Sie den richtigen Wert so ein, wie ihn die Datei schreiben würde. Gezählt wird ab der ersten Zeile unter den Spaltennamen.',
  'Row errors': 'Zeilenfehler',
  Column: 'Spalte',
  'Only the first {maxRowErrors} faults are listed. The error file has them all.':
    'Nur die ersten {maxRowErrors} Fehler sind aufgeführt. Die Fehlerdatei enthält alle.',
  'Row {row}, {field}': 'Zeile {row}, {field}',
  '{name} could not be downloaded': '{name} konnte nicht heruntergeladen werden',
  'The import was not undone': 'Der Import wurde nicht rückgängig gemacht',
  'Undo this import': 'Diesen Import rückgängig machen',
  'What it created goes to the trash, what it changed gets its old value. Values that somebody has changed since stay.':
    'Was er angelegt hat, kommt in den Papierkorb; was er geändert hat, bekommt seinen alten Wert. Werte, die seitdem jemand geändert hat, bleiben.',
  'Undoing the import': 'Der Import wird rückgängig gemacht',
  '{title} is empty': '{title}: ohne Inhalt',
  '{title} is ready': '{title}: bereit',

  // access
  'Connected agents': 'Verbundene Agenten',
  'None yet. Once you allow an agent, it is listed here with what it does.':
    'Noch keine. Sobald Sie einen Agenten zulassen, steht er hier mit dem, was er tut.',
  'Revoke {name}': '{name} widerrufen',
  Revoke: 'Widerrufen',
  'Allowed by you on {since}.': 'Von Ihnen zugelassen am {since}.',
  'API key, since {since}.': 'API-Schlüssel, seit {since}.',
  'Never used.': 'Noch nie verwendet.',
  'Last used {when}.': 'Zuletzt verwendet {when}.',
  'May do: {scopes}.': 'Darf: {scopes}.',
  'It has changed nothing yet.': 'Er hat noch nichts geändert.',
  'What {name} did lately': 'Was {name} zuletzt getan hat',
  'Show less': 'Weniger anzeigen',
  'Show all {count} changes': 'Alle {count} Änderungen anzeigen',
  'The access of {name} was ended': 'Der Zugang von {name} wurde beendet',
  'End the access of {name}?': 'Zugang von {name} beenden?',
  'the agent': 'der Agent',
  'End the access': 'Zugang beenden',
  'The agent has no access from its next request on. Its API key cannot be used again, by anything else either. What it has done stays.':
    'Der Agent hat ab seiner nächsten Anfrage keinen Zugang mehr. Sein API-Schlüssel kann nicht mehr verwendet werden, auch nicht von anderen. Was er getan hat, bleibt.',
  'The agent has no access from its next request on. It can ask again, and you will be asked again. What it has done stays.':
    'Der Agent hat ab seiner nächsten Anfrage keinen Zugang mehr. Er kann noch einmal anfragen, und Sie werden wieder gefragt. Was er getan hat, bleibt.',
  'Moved to the trash:': 'In den Papierkorb gelegt:',
  Restored: 'Wiederhergestellt',
  'Added the attribute': 'Attribut hinzugefügt',
  'Changed the attribute': 'Attribut geändert',
  'Deleted the attribute': 'Attribut gelöscht',
  'Created the channel': 'Kanal angelegt',
  'Changed the channel': 'Kanal geändert',
  'Deleted the channel': 'Kanal gelöscht',
  'Left a note on': 'Notiz hinterlassen zu',
  'Changed a note on': 'Notiz geändert zu',
  'Deleted a note on': 'Notiz gelöscht zu',
  'Commented on': 'Kommentiert:',
  'Changed a comment on': 'Kommentar geändert zu',
  'Resolved a comment on': 'Kommentar erledigt zu',
  'Finished a job': 'Vorgang abgeschlossen',
  'Failed at a job': 'Vorgang fehlgeschlagen',
  'Cancelled a job': 'Vorgang abgebrochen',
  'an unnamed {type}': '{type} ohne Namen',
  'Changed {values} of {subject}': 'Geändert: {values} von {subject}',
  '{count} values': '{count} Werte',
  '{value} and {last}': '{value} und {last}',
  'API and keys': 'API und Schlüssel',
  'Scripts and agents work with “{name}” over HTTP on this computer, while you work in the grid.':
    'Skripte und Agenten arbeiten über HTTP auf diesem Computer mit „{name}“, während Sie in der Tabelle arbeiten.',
  Address: 'Adresse',
  'Try it': 'Ausprobieren',
  Command: 'Befehl',
  'Put a key into the variable VITRINE_KEY first.':
    'Hinterlegen Sie zuerst einen Schlüssel in der Variablen VITRINE_KEY.',
  'The key that you have just created is filled in. It will not be shown again after you leave this page.':
    'Der Schlüssel, den Sie eben angelegt haben, ist eingesetzt. Wenn Sie diese Seite verlassen, wird er nicht mehr angezeigt.',
  'Show the answer': 'Antwort anzeigen',
  Answer: 'Antwort',
  'Loading…': 'Wird geladen …',
  'Claude Code': 'Claude Code',
  'Run this in a terminal, then choose Vitrine under /mcp. Vitrine asks you to allow it.':
    'Führen Sie dies in einem Terminal aus und wählen Sie dann Vitrine unter /mcp. Vitrine fragt Sie, ob es zugelassen wird.',
  'Claude Desktop': 'Claude Desktop',
  'Open Settings, Developer, Edit Config, add this to claude_desktop_config.json and start Claude again. It works with every right, as you do.':
    'Öffnen Sie Einstellungen, Entwickler, Konfiguration bearbeiten, fügen Sie dies in claude_desktop_config.json ein und starten Sie Claude neu. Es arbeitet mit allen Rechten, wie Sie selbst.',
  'VS Code': 'VS Code',
  'Save this as .vscode/mcp.json and press Start above it. Vitrine asks you to allow it.':
    'Speichern Sie dies als .vscode/mcp.json und drücken Sie darüber auf Start. Vitrine fragt Sie, ob es zugelassen wird.',
  Cursor: 'Cursor',
  'Add this to ~/.cursor/mcp.json, and put an API key into the environment variable VITRINE_KEY: Cursor cannot receive an approval in a safe way yet.':
    'Fügen Sie dies in ~/.cursor/mcp.json ein und hinterlegen Sie einen API-Schlüssel in der Umgebungsvariablen VITRINE_KEY: Cursor kann eine Zustimmung noch nicht auf sichere Weise empfangen.',
  'Any other program, over HTTP': 'Andere Programme, über HTTP',
  'Streamable HTTP. A program that knows OAuth asks for your approval by itself; others send an API key as “Authorization: Bearer …”.':
    'Streamable HTTP. Ein Programm, das OAuth kennt, bittet von selbst um Ihre Zustimmung; andere senden einen API-Schlüssel als „Authorization: Bearer …“.',
  'Any other program, as a command': 'Andere Programme, als Befehl',
  'The program starts this command and speaks MCP over its input and output. It works with every right, as you do.':
    'Das Programm startet diesen Befehl und spricht MCP über dessen Ein- und Ausgabe. Es arbeitet mit allen Rechten, wie Sie selbst.',
  Connect: 'Verbinden',
  'Agents such as Claude or an editor work on the catalog while you work in the grid, with the rights that you give them. Vitrine has to be running.':
    'Agenten wie Claude oder ein Editor arbeiten am Katalog, während Sie in der Tabelle arbeiten, mit den Rechten, die Sie ihnen geben. Vitrine muss dazu laufen.',
  '“{name}” waits for your answer': '„{name}“ wartet auf Ihre Antwort',
  'Its page shows the code {code}.': 'Die Seite des Agenten zeigt den Code {code}.',
  'Look at the request': 'Anfrage ansehen',
  'Connect an agent': 'Einen Agenten verbinden',
  Program: 'Programm',
  Configuration: 'Konfiguration',
  'Allow “{name}” to use your catalog?': '„{name}“ Zugang zu Ihrem Katalog geben?',
  'No request': 'Keine Anfrage',
  'the MCP server': 'den MCP-Server',
  'the HTTP API': 'die HTTP-API',
  'Choose what it may do, or do not allow it.':
    'Wählen Sie, was der Agent darf, oder lassen Sie ihn nicht zu.',
  'Do not allow': 'Nicht zulassen',
  Allow: 'Zulassen',
  'It calls itself “{name}” and works through {resources}. The access is handed over to {strong}.':
    'Er nennt sich „{name}“ und arbeitet über {resources}. Der Zugang wird übergeben an {strong}.',
  'Allow it only if the page of the agent shows this code:':
    'Lassen Sie ihn nur zu, wenn die Seite des Agenten diesen Code zeigt:',
  Code: 'Code',
  Workspace: 'Arbeitsbereich',
  '{name} is allowed in': '{name} ist zugelassen',
  '{name} was turned away': '{name} wurde abgewiesen',
  'Name it after what will use it.': 'Benennen Sie ihn nach dem, was ihn verwenden wird.',
  'Tick at least one scope.': 'Kreuzen Sie mindestens ein Recht an.',
  Never: 'Nie',
  'In 30 days': 'In 30 Tagen',
  'In 90 days': 'In 90 Tagen',
  'In a year': 'In einem Jahr',
  Name: 'Name',
  'ERP sync': 'ERP-Abgleich',
  'It is shown beside each change made with this key.':
    'Er steht neben jeder Änderung, die über diesen Schlüssel kommt.',
  Expires: 'Läuft ab',
  Read: 'Lesen',
  'Sees everything, changes nothing.': 'Sieht alles, ändert nichts.',
  'Read and write': 'Lesen und schreiben',
  'Every scope there is.': 'Alle Rechte, die es gibt.',
  Custom: 'Eigene Auswahl',
  'Only what you tick.': 'Nur, was Sie ankreuzen.',
  'May do': 'Darf',
  Keys: 'Schlüssel',
  'Create a key': 'Schlüssel anlegen',
  'No keys yet. A key lets one script or agent into this workspace, with the rights you choose.':
    'Noch keine Schlüssel. Ein Schlüssel lässt ein Skript oder einen Agenten in diesen Arbeitsbereich, mit den Rechten, die Sie wählen.',
  'Last used': 'Zuletzt verwendet',
  Actions: 'Aktionen',
  never: 'nie',
  'expired {expires}': 'abgelaufen am {expires}',
  '{name} was revoked': '{name} wurde widerrufen',
  'Revoke {name}?': '{name} widerrufen?',
  'the key': 'der Schlüssel',
  'Revoke the key': 'Schlüssel widerrufen',
  'Whatever uses this key has no access from its next request on. This cannot be undone; a new key can be created.':
    'Was diesen Schlüssel verwendet, hat ab der nächsten Anfrage keinen Zugang mehr. Das lässt sich nicht rückgängig machen; ein neuer Schlüssel kann angelegt werden.',
  'Create an API key': 'API-Schlüssel anlegen',
  '{name} is ready': '{name} ist bereit',
  'The key was not created': 'Der Schlüssel wurde nicht angelegt',
  'Create the key': 'Schlüssel anlegen',
  'Copy the key now': 'Kopieren Sie den Schlüssel jetzt',
  'Vitrine does not store it in readable form, so it cannot be shown again.':
    'Vitrine speichert ihn nicht lesbar, daher kann er nicht noch einmal angezeigt werden.',
  'Copy the key': 'Schlüssel kopieren',
  'Grid views': 'Ansichten der Tabelle',
  Events: 'Ereignisse',
  'read¦scope': 'lesen',
  'write¦scope': 'schreiben',
  'propose¦scope': 'vorschlagen',
  'delete¦scope': 'löschen',
  'Read everything': 'Alles lesen',
  Scope: 'Recht',

  // attributes
  'Add an attribute to {plural}': 'Attribut hinzufügen: {plural}',
  'A column of the grid: every {singular} can have a value. Scripts and agents use its key.':
    'Eine Spalte der Tabelle: Jeder Eintrag der Art {singular} kann einen Wert haben. Skripte und Agenten verwenden ihren Schlüssel.',
  'Add attribute': 'Attribut hinzufügen',
  'Go to the column': 'Zur Spalte',
  'Generate values…': 'Werte generieren …',
  '{name} was added': '{name} wurde hinzugefügt',
  'Choose what the reference points to.': 'Wählen Sie, worauf der Verweis zeigt.',
  'Write a formula, such as {{price}} * 2.': 'Schreiben Sie eine Formel, etwa {{price}} * 2.',
  'Enter a currency by its code of three letters, such as EUR.':
    'Geben Sie eine Währung mit ihrem Code aus drei Buchstaben ein, etwa EUR.',
  'Choose a unit.': 'Wählen Sie eine Einheit.',
  'Choose the reference to reverse.': 'Wählen Sie den Verweis, der umgekehrt werden soll.',
  'Choose the reference to look through.': 'Wählen Sie den Verweis, durch den nachgeschlagen wird.',
  'Choose what to show.': 'Wählen Sie, was angezeigt werden soll.',
  'An option cannot contain a comma.': 'Eine Option darf kein Komma enthalten.',
  'Two options have the same name.': 'Zwei Optionen haben denselben Namen.',
  'Add at least one option.': 'Fügen Sie mindestens eine Option hinzu.',
  'Enter a number, or leave it empty.': 'Geben Sie eine Zahl ein, oder lassen Sie das Feld leer.',
  'The maximum is below the minimum.': 'Das Maximum liegt unter dem Minimum.',
  'Enter a whole number from 0 to 15.': 'Geben Sie eine ganze Zahl von 0 bis 15 ein.',
  'No value is checked by this pattern. {fault}': 'Dieses Muster prüft keinen Wert. {fault}',
  'Enter a whole number, or leave it empty.': 'Geben Sie eine ganze Zahl ein, oder lassen Sie das Feld leer.',
  'This is not a regular expression. Check its brackets.':
    'Das ist kein regulärer Ausdruck. Prüfen Sie seine Klammern.',
  'The attribute was not added': 'Das Attribut wurde nicht hinzugefügt',
  'Net weight': 'Nettogewicht',
  Rules: 'Regeln',
  'Names the {singular}': 'Benennt den Eintrag ({singular})',
  'Shown wherever a {singular} is referred to. Takes the place of the present one.':
    'Steht überall, wo auf einen solchen Eintrag ({singular}) verwiesen wird. Ersetzt das bisherige Attribut.',
  Required: 'Pflichtfeld',
  Unique: 'Eindeutig',
  Attributes: 'Attribute',
  'Attributes are the columns of the grid. Scripts and agents use them by their keys.':
    'Attribute sind die Spalten der Tabelle. Skripte und Agenten verwenden sie mit ihren Schlüsseln.',
  'Attributes of {plural}': 'Attribute: {plural}',
  'Attributes of': 'Attribute von',
  'Find by name, key or data type': 'Nach Name, Schlüssel oder Datentyp suchen',
  'The attributes could not be loaded': 'Die Attribute konnten nicht geladen werden',
  '{count, plural, one {# attribute} other {# attributes}}':
    '{count, plural, one {# Attribut} other {# Attribute}}',
  '{count} of {count2, plural, one {# attribute} other {# attributes}}':
    '{count} von {count2, plural, one {# Attribut} other {# Attributen}}',
  'No attribute has “{text}” in its name, key or data type.':
    'Kein Attribut hat „{text}“ in Name, Schlüssel oder Datentyp.',
  '{plural} have no attributes yet. Add the first one, the one that names them.':
    '{plural} haben noch keine Attribute. Fügen Sie das erste hinzu, das sie benennt.',
  Order: 'Reihenfolge',
  Key: 'Schlüssel',
  'Data type': 'Datentyp',
  Channel: 'Kanal',
  'Generate {name}': '{name} generieren',
  'Edit {name}': '{name} bearbeiten',
  'Delete {name}': '{name} löschen',
  '{name} could not be moved': '{name} konnte nicht verschoben werden',
  'Refers to': 'Verweist auf',
  '{plural} by {name}': '{plural} über {name}',
  'No reference points to {plural} yet. Add one first.':
    'Noch kein Verweis zeigt auf {plural}. Fügen Sie zuerst einen hinzu.',
  Lists: 'Führt auf',
  'Looks through': 'Schlägt nach über',
  'Add a reference first: a lookup shows a value of what it names.':
    'Fügen Sie zuerst einen Verweis hinzu: Ein Nachschlagewert zeigt einen Wert des Eintrags, auf den der Verweis zeigt.',
  Shows: 'Zeigt',
  Unit: 'Einheit',
  Minimum: 'Minimum',
  Maximum: 'Maximum',
  Decimals: 'Nachkommastellen',
  Currency: 'Währung',
  EUR: 'EUR',
  '{name} was deleted': '{name} wurde gelöscht',
  'Delete {name}?': '{name} löschen?',
  'Delete for good': 'Endgültig löschen',
  'The attribute was not deleted': 'Das Attribut wurde nicht gelöscht',
  'Counting its values…': 'Seine Werte werden gezählt …',
  'No {singular} has a value of {name}. The column will be deleted for good; this cannot be undone.':
    'Kein Eintrag der Art {singular} hat einen Wert in {name}. Die Spalte wird endgültig gelöscht; das lässt sich nicht rückgängig machen.',
  '{subject} {filled, plural, one {has} other {have}} a value of {name}. The column and its values will be deleted for good; this cannot be undone.':
    '{subject} {filled, plural, one {hat} other {haben}} einen Wert in {name}. Spalte und Werte werden endgültig gelöscht; das lässt sich nicht rückgängig machen.',
  'the attribute': 'das Attribut',
  '{name} with the key {code}, which scripts use and which stays.':
    '{name} mit dem Schlüssel {code}, den Skripte verwenden und der bleibt.',
  Save: 'Speichern',
  'The attribute was not changed': 'Das Attribut wurde nicht geändert',
  '{name} was saved': '{name} wurde gespeichert',
  'names the entry': 'benennt den Eintrag',
  computed: 'berechnet',
  unique: 'eindeutig',
  pattern: 'Muster',
  'refers to {pluralOf}': 'verweist auf {pluralOf}',
  '{count, plural, one {# option} other {# options}}': '{count, plural, one {# Option} other {# Optionen}}',
  'inherited by variants': 'an Varianten vererbt',
  'shows the values of variants': 'zeigt die Werte der Varianten',
  '{min} to {max}': '{min} bis {max}',
  'at least {min}': 'mindestens {min}',
  'at most {max}': 'höchstens {max}',
  '{text} characters': '{text} Zeichen',
  Formula: 'Formel',
  'Character {start}: {message}': 'Zeichen {start}: {message}',
  'Refer to attributes as {{key}}. Operators and functions are those of spreadsheets.':
    'Verweisen Sie auf Attribute mit {{key}}. Operatoren und Funktionen sind die von Tabellenkalkulationen.',
  'The formula is complete.': 'Die Formel ist vollständig.',
  'The selected row': 'Die ausgewählte Zeile',
  'no value': 'kein Wert',
  Yes: 'Ja',
  No: 'Nein',
  Generated: 'Generiert',
  'A model proposes the values. Nothing is written before somebody accepts it.':
    'Ein Modell schlägt die Werte vor. Nichts wird geschrieben, bevor jemand es annimmt.',
  'Maximum entries': 'Höchstzahl der Einträge',
  any: 'beliebig viele',
  'Default value': 'Standardwert',
  'What a new entry gets if nothing is entered.': 'Was ein neuer Eintrag bekommt, wenn nichts angegeben ist.',
  'Minimum characters': 'Mindestzahl der Zeichen',
  'Maximum characters': 'Höchstzahl der Zeichen',
  Pattern: 'Muster',
  'A regular expression that the whole text must match, such as [A-Z]{2}-[0-9]+.':
    'Ein regulärer Ausdruck, auf den der ganze Text passen muss, etwa [A-Z]{2}-[0-9]+.',
  'A GTIN (EAN, UPC) whose check digit must be right': 'Eine GTIN (EAN, UPC), deren Prüfziffer stimmen muss',
  'Nothing: each product has its own value': 'Nichts: Jedes Produkt hat seinen eigenen Wert',
  'Variants take the value of their product': 'Varianten übernehmen den Wert ihres Produkts',
  'Products show the values of their variants': 'Produkte zeigen die Werte ihrer Varianten',
  'Each value once': 'Jeden Wert einmal',
  'All values': 'Alle Werte',
  'Set this if the attribute serves one channel only.':
    'Nur zu wählen, wenn das Attribut einem einzigen Kanal dient.',
  'No channel': 'Kein Kanal',
  Inheritance: 'Vererbung',
  'What a product shows': 'Was ein Produkt zeigt',
  Options: 'Optionen',
  'Add an option': 'Option hinzufügen',
  'Colour of option {place}': 'Farbe der Option {place}',
  'Option {place}': 'Option {place}',
  'Remove option {place}': 'Option {place} entfernen',

  // backups
  'The first one is made before an import, or when something has changed and it is due. You can also make one now.':
    'Die erste entsteht vor einem Import oder wenn sich etwas geändert hat und sie fällig ist. Sie können auch jetzt eine anlegen.',
  Backups: 'Sicherungen',
  Made: 'Angelegt',
  Why: 'Anlass',
  Size: 'Größe',
  Checked: 'Geprüft',
  '{circleCheck} When created': '{circleCheck} Beim Anlegen',
  'Show the backup of {moment} in its folder': 'Die Sicherung vom {moment} im Ordner anzeigen',
  'Remove the backup of {moment}': 'Die Sicherung vom {moment} entfernen',
  Remove: 'Entfernen',
  'Restore the backup of {moment}': 'Die Sicherung vom {moment} wiederherstellen',
  Restore: 'Wiederherstellen',
  'The backup was removed': 'Die Sicherung wurde entfernt',
  'Remove this backup?': 'Diese Sicherung entfernen?',
  'Remove the backup': 'Sicherung entfernen',
  'The file of {backup} is deleted for good. The workspace and its other backups stay as they are.':
    'Die Datei vom {backup} wird endgültig gelöscht. Der Arbeitsbereich und seine anderen Sicherungen bleiben, wie sie sind.',
  'Restore this backup?': 'Diese Sicherung wiederherstellen?',
  'Keep what is there': 'Jetzigen Stand behalten',
  'Restore the backup': 'Sicherung wiederherstellen',
  '“{name}” becomes what it was on {backup}. What is there now is backed up first, so you can come back to it.':
    '„{name}“ wird wieder, was es am {backup} war. Was jetzt da ist, wird vorher gesichert, sodass Sie dazu zurückkehren können.',
  'Running imports and other jobs are stopped.': 'Laufende Importe und andere Vorgänge werden beendet.',
  Restoring: 'Wird wiederhergestellt',
  'Then the page reloads': 'Danach wird die Seite neu geladen',
  'The backup could not be restored': 'Die Sicherung konnte nicht wiederhergestellt werden',
  'By hand': 'Manuell',
  'On schedule': 'Nach Zeitplan',
  'Before an import': 'Vor einem Import',
  'Before a restore': 'Vor einer Wiederherstellung',
  'Before an update of the file': 'Vor einer Aktualisierung der Datei',
  'Back up what has changed': 'Sichern, was sich geändert hat',
  'Keep the newest': 'Die neuesten behalten',
  '{count, plural, one {# backup} other {# backups}}':
    '{count, plural, one {# Sicherung} other {# Sicherungen}}',
  'Then one a day for': 'Dann eine pro Tag, so lange:',
  '{count, plural, one {# day} other {# days}}': '{count, plural, one {# Tag} other {# Tage}}',
  'And one a week for': 'Und eine pro Woche, so lange:',
  '{count, plural, one {# week} other {# weeks}}': '{count, plural, one {# Woche} other {# Wochen}}',
  'Never by itself': 'Nie automatisch',
  'Every hour': 'Jede Stunde',
  'Every day': 'Jeden Tag',
  'Every week': 'Jede Woche',
  'Every {hours} hours': 'Alle {hours} Stunden',
  'Whole copies of “{name}”, each checked for damage when it is made. Any of them can take the place of the workspace.':
    'Vollständige Kopien von „{name}“, jede beim Anlegen auf Schäden geprüft. Jede davon kann an die Stelle des Arbeitsbereichs treten.',
  '“{name}” is as it was on {createdAt}': '„{name}“ ist, wie es am {createdAt} war',
  'What was there before is the newest backup below.': 'Was vorher da war, ist die neueste Sicherung unten.',
  '“{name}” was backed up': '„{name}“ wurde gesichert',
  'Back up now': 'Jetzt sichern',
  'Copying the workspace and checking the copy': 'Der Arbeitsbereich wird kopiert und die Kopie geprüft',
  'You can keep working': 'Sie können weiterarbeiten',
  'The workspace could not be backed up': 'Der Arbeitsbereich konnte nicht gesichert werden',
  'To work without the server': 'Zum Arbeiten ohne den Server',
  'Take a copy home': 'Kopie mit nach Hause nehmen',
  'Take a copy home…': 'Kopie mit nach Hause nehmen …',
  'A file that the desktop app opens like any other, with history and pictures. Comments, accounts and keys stay here, and what is changed in the copy does not come back by itself.':
    'Eine Datei, die die Desktop-App wie jede andere öffnet, mit Verlauf und Bildern. Kommentare, Konten und Schlüssel bleiben hier, und was in der Kopie geändert wird, kommt nicht von selbst zurück.',
  'The copy was not started': 'Die Kopie wurde nicht gestartet',
  'The copy could not be made': 'Die Kopie konnte nicht erstellt werden',
  'The copy was not stopped': 'Die Kopie wurde nicht abgebrochen',
  '“{name}” is being downloaded to this computer': '„{name}“ wird auf diesen Computer heruntergeladen',
  '{size}. Open it in the desktop app with File, Open. It can be downloaded again until {until}.':
    '{size}. Öffnen Sie die Kopie in der Desktop-App mit „Datei“, „Öffnen“. Bis {until} kann sie noch einmal heruntergeladen werden.',
  'Download again': 'Noch einmal herunterladen',
  'To move or to share': 'Zum Umziehen oder Weitergeben',
  'Save as package…': 'Als Paket speichern …',
  'One file from which another Vitrine makes the same workspace: “Open a package” on its first page.':
    'Eine Datei, aus der ein anderes Vitrine denselben Arbeitsbereich macht: „Paket öffnen“ auf der ersten Seite.',
  Copies: 'Kopien',
  'No backups yet': 'Noch keine Sicherungen',
  'Where they are stored': 'Speicherort',
  'Copy the path': 'Pfad kopieren',
  'Each backup is a workspace file of its own. Copy them to another disk to be safe when this one fails.':
    'Jede Sicherung ist eine eigene Arbeitsbereichsdatei. Kopieren Sie sie auf einen anderen Datenträger, um sicher zu sein, falls dieser ausfällt.',
  Schedule: 'Zeitplan',
  'For all workspaces, while they are open. What you make by hand, and what was made before an update of the file, stays until you remove it.':
    'Für alle Arbeitsbereiche, solange sie geöffnet sind. Was Sie von Hand anlegen und was vor einer Aktualisierung der Datei entstand, bleibt, bis Sie es entfernen.',
  'Save as a package': 'Als Paket speichern',
  'One file with the whole workspace, to move it to another computer or to share it. Keys, history and trash stay here.':
    'Eine Datei mit dem ganzen Arbeitsbereich, um ihn auf einen anderen Computer zu bringen oder weiterzugeben. Schlüssel, Verlauf und Papierkorb bleiben hier.',
  'Save the package': 'Paket speichern',
  'The package is being saved': 'Das Paket wird gespeichert',
  'The list of jobs shows its progress. The file gets its name when it is complete.':
    'Den Fortschritt zeigt die Liste der Vorgänge. Die Datei bekommt ihren Namen, sobald sie vollständig ist.',
  'The package was not saved': 'Das Paket wurde nicht gespeichert',
  'Folder for the package': 'Ordner für das Paket',
  'On the computer that Vitrine runs on.': 'Auf dem Computer, auf dem Vitrine läuft.',
  'File name': 'Dateiname',
  'Without products and pictures': 'Ohne Produkte und Bilder',
  'Only attributes, classes, views, channels and saved settings of imports.':
    'Nur Attribute, Klassen, Ansichten, Kanäle und gespeicherte Importeinstellungen.',

  // categories
  'Products do not refer to categories yet. Add a reference to categories to their attributes.':
    'Produkte verweisen noch nicht auf Kategorien. Fügen Sie ihren Attributen einen Verweis auf Kategorien hinzu.',
  'A filter takes 200 categories: the others below are left out.':
    'Ein Filter fasst 200 Kategorien: Die übrigen darunter sind ausgelassen.',
  'All products': 'Alle Produkte',
  'With categories below': 'Mit Kategorien darunter',
  'F2 renames, Ctrl+Enter adds below, Ctrl+X and Ctrl+V move, as Alt+Shift+←/→ do.':
    'F2 benennt um, Strg+Eingabe fügt darunter hinzu, Strg+X und Strg+V verschieben, ebenso Alt+Umschalt+←/→.',
  'Add a category': 'Kategorie hinzufügen',
  'Add a category below': 'Kategorie darunter hinzufügen',
  'Close the categories': 'Kategorien schließen',
  'The categories could not be loaded': 'Die Kategorien konnten nicht geladen werden',
  'There are no categories yet.': 'Es gibt noch keine Kategorien.',
  'Only the first 20,000 categories are shown.': 'Nur die ersten 20.000 Kategorien werden angezeigt.',
  'New category at the top': 'Neue Kategorie ganz oben',
  'New category below {below}': 'Neue Kategorie unter {below}',
  Add: 'Hinzufügen',
  'Drop here for the top': 'Für die oberste Ebene hier ablegen',
  '{label} is to be moved: go to another category and press Ctrl+V. Escape leaves it where it is.':
    '{label} soll verschoben werden: Gehen Sie zu einer anderen Kategorie und drücken Sie Strg+V. Mit Esc bleibt sie, wo sie ist.',
  'Without a name': 'Ohne Namen',
  'Name of the category': 'Name der Kategorie',
  'Show the grid': 'Tabelle anzeigen',
  'Show the tree': 'Baum anzeigen',
  'The category was not moved': 'Die Kategorie wurde nicht verschoben',
  'The category could not be moved': 'Die Kategorie konnte nicht verschoben werden',
  'The move could not be undone': 'Das Verschieben konnte nicht rückgängig gemacht werden',
  'The category could not be renamed': 'Die Kategorie konnte nicht umbenannt werden',
  'The category could not be added': 'Die Kategorie konnte nicht hinzugefügt werden',
  '{label} was moved to the top': '{label} wurde ganz nach oben verschoben',
  '{label} was moved below {parent}': '{label} wurde unter {parent} verschoben',

  // changes
  'Restore all {count} values of {name}, {value}': 'Alle {count} Werte von {name} wiederherstellen, {value}',
  'Restore all {count}': 'Alle {count} wiederherstellen',
  'Choose the change of {name}, {value}': 'Änderung von {name} auswählen, {value}',
  'Bring {name} back from the trash': '{name} aus dem Papierkorb zurückholen',
  'Bring back': 'Zurückholen',
  'Unnamed {singular}': 'Ein Eintrag der Art {singular} ohne Namen',
  'A job': 'Ein Vorgang',
  'Same job': 'Derselbe Vorgang',
  'Same edit': 'Dieselbe Bearbeitung',
  'Show {count, plural, one {# value} other {# values}}':
    '{count, plural, one {# Wert} other {# Werte}} anzeigen',
  'Show {count} more': '{count} weitere anzeigen',
  became: 'wurde zu',
  'Restore {name} of {event}: {old}': '{name} von {event} wiederherstellen: {old}',
  Today: 'Heute',
  Yesterday: 'Gestern',
  'Last 7 days': 'Letzte 7 Tage',
  'Last 30 days': 'Letzte 30 Tage',
  'Filter the changes': 'Änderungen filtern',
  'Made through': 'Geändert über',
  'Any way': 'Jeder Weg',
  'Show other edits too': 'Auch andere Bearbeitungen anzeigen',
  'One edit': 'Eine Bearbeitung',
  Clear: 'Leeren',
  Type: 'Art',
  'Any attribute': 'Jedes Attribut',
  When: 'Wann',
  'Any time': 'Gesamter Zeitraum',
  'One day': 'Ein Tag',
  Day: 'Tag',
  Person: 'Person',
  Anybody: 'Alle',
  Somebody: 'Jemand',
  Job: 'Vorgang',
  'Any job': 'Jeder Vorgang',
  'An earlier job': 'Ein früherer Vorgang',
  'What changed': 'Änderungen',
  'Every change of the catalog, newest first. Restoring brings the earlier value back where nothing has changed it since, and can be undone.':
    'Jede Änderung des Katalogs, die neueste zuerst. Wiederherstellen bringt den früheren Wert zurück, wo ihn seitdem nichts geändert hat, und lässt sich rückgängig machen.',
  '{total, plural, one {# change} other {# changes}}':
    '{total, plural, one {# Änderung} other {# Änderungen}}',
  '{total, plural, one {# change} other {# changes}}, {chosen} chosen':
    '{total, plural, one {# Änderung} other {# Änderungen}}, {chosen} ausgewählt',
  'Arrow keys move, Space chooses, R restores, Enter opens':
    'Die Pfeiltasten bewegen, die Leertaste wählt aus, R stellt wieder her, die Eingabetaste öffnet',
  'Restore chosen': 'Auswahl wiederherstellen',
  'Show earlier changes': 'Frühere Änderungen anzeigen',
  'Restore all…': 'Alles wiederherstellen …',
  'Restore all that is shown?': 'Alles Gezeigte wiederherstellen?',
  'Restore all': 'Alles wiederherstellen',
  'The values that {total, plural, one {# change} other {# changes}} wrote go back to what they were before. What has been changed again since stays, and what was created or moved to the trash stays where it is. You can undo this.':
    'Die Werte, die {total, plural, one {# Änderung} other {# Änderungen}} geschrieben {total, plural, one {hat} other {haben}}, werden wieder, was sie vorher waren. Was seitdem noch einmal geändert wurde, bleibt, und was angelegt oder in den Papierkorb gelegt wurde, bleibt, wo es ist. Sie können das rückgängig machen.',
  'No changes match': 'Keine passenden Änderungen',
  'Nothing has changed yet': 'Es hat sich noch nichts geändert',
  'Show all changes': 'Alle Änderungen anzeigen',
  'Choose a longer time, or show all changes.':
    'Wählen Sie einen längeren Zeitraum, oder zeigen Sie alle Änderungen an.',
  'Every change from now on is kept here, whoever makes it.':
    'Jede Änderung wird von nun an hier aufbewahrt, von wem sie auch kommt.',
  'The restore was undone': 'Die Wiederherstellung wurde rückgängig gemacht',
  'Only a part of the restore was undone': 'Nur ein Teil der Wiederherstellung wurde rückgängig gemacht',
  'The restore was not undone': 'Die Wiederherstellung wurde nicht rückgängig gemacht',
  'Nothing was restored': 'Es wurde nichts wiederhergestellt',
  'The rest was not restored: {failure}': 'Der Rest wurde nicht wiederhergestellt: {failure}',
  '{changedMeanwhile, plural, one {# change} other {# changes}} had been followed by another, so the newer value stays.':
    'Auf {changedMeanwhile, plural, one {# Änderung} other {# Änderungen}} folgte schon eine weitere, daher bleibt der neuere Wert.',
  '{refused, plural, one {# change} other {# changes}} could not be restored: the row or its attribute is gone, or the old value is no longer allowed.':
    '{refused, plural, one {# Änderung konnte} other {# Änderungen konnten}} nicht wiederhergestellt werden: Die Zeile oder ihr Attribut gibt es nicht mehr, oder der alte Wert ist nicht mehr zulässig.',
  'The values are already as they were.': 'Die Werte sind schon, wie sie waren.',
  '{applied, plural, one {# change} other {# changes}} restored':
    '{applied, plural, one {# Änderung} other {# Änderungen}} wiederhergestellt',
  '{name} is back': '{name} ist zurück',
  '{name} could not be restored': '{name} konnte nicht wiederhergestellt werden',

  // classes
  'A category that is not in the tree': 'Eine Kategorie, die nicht im Baum ist',
  Recommended: 'Empfohlen',
  Optional: 'Optional',
  'Attributes of the class': 'Attribute der Klasse',
  'Attributes without a class are shown for every product. Attributes of a class are shown only where the class applies.':
    'Attribute ohne Klasse werden bei jedem Produkt angezeigt. Attribute einer Klasse werden nur angezeigt, wo die Klasse gilt.',
  'Add an attribute to the class': 'Attribut zur Klasse hinzufügen',
  'Add an attribute…': 'Attribut hinzufügen …',
  'How much {name} is needed': 'Wie sehr {name} gebraucht wird',
  'Remove {name}': '{name} entfernen',
  'Press again for the columns as they were': 'Noch einmal drücken, um die vorherigen Spalten anzuzeigen',
  'Columns of other classes are hidden meanwhile': 'Spalten anderer Klassen sind so lange ausgeblendet',
  'Show the columns of {names}': 'Die Spalten von {names} anzeigen',
  'New class': 'Neue Klasse',
  'Values are kept, whatever you change here.': 'Werte bleiben erhalten, was immer Sie hier ändern.',
  'What {plural} of some categories show and need.': 'Was {plural} mancher Kategorien zeigen und brauchen.',
  'Create class': 'Klasse anlegen',
  'The class was not saved': 'Die Klasse wurde nicht gespeichert',
  Seats: 'Sitzmöbel',
  '{name} was created': '{name} wurde angelegt',
  'The class applies to them and to everything below them. Until there is one it applies nowhere.':
    'Die Klasse gilt für sie und für alles darunter. Solange es keine gibt, gilt sie nirgends.',
  'Find a category…': 'Kategorie suchen …',
  'Enter a name.': 'Geben Sie einen Namen ein.',
  'Another class has this name. Choose another one.':
    'Eine andere Klasse heißt so. Wählen Sie einen anderen Namen.',
  '{count} required': '{count} Pflicht',
  '{count} recommended': '{count} empfohlen',
  '{count} optional': '{count} optional',
  Classes: 'Klassen',
  'Which attributes the products of a category show and need. What is below a category has its classes, too.':
    'Welche Attribute die Produkte einer Kategorie zeigen und brauchen. Was unter einer Kategorie liegt, hat auch deren Klassen.',
  'Classes of {plural}': 'Klassen: {plural}',
  'Classes of': 'Klassen von',
  'The classes could not be loaded': 'Die Klassen konnten nicht geladen werden',
  '{plural} do not refer to categories yet, so no class applies to them. Add a reference to categories to their attributes.':
    '{plural} verweisen noch nicht auf Kategorien, daher gilt für sie keine Klasse. Fügen Sie ihren Attributen einen Verweis auf Kategorien hinzu.',
  '{count, plural, one {# class} other {# classes}}': '{count, plural, one {# Klasse} other {# Klassen}}',
  'No classes of {plural} yet': 'Noch keine Klassen für {plural}',
  'A class says which attributes belong to some categories: seats have a seat height, lamps a bulb. The details of a {singular} then show what belongs to it and mark what is missing, and the grid offers the columns of the class. No value is ever deleted.':
    'Eine Klasse sagt, welche Attribute zu manchen Kategorien gehören: Sitzmöbel haben eine Sitzhöhe, Lampen ein Leuchtmittel. Die Details eines Eintrags ({singular}) zeigen dann, was dazugehört, und markieren, was fehlt, und die Tabelle bietet die Spalten der Klasse an. Kein Wert wird je gelöscht.',
  'None: it applies nowhere': 'Keine: Sie gilt nirgends',
  None: 'Keine',
  'Delete the class': 'Klasse löschen',
  'The class was not deleted': 'Die Klasse wurde nicht gelöscht',
  'It has no attributes, so nothing looks different without it.':
    'Sie hat keine Attribute, ohne sie sieht also nichts anders aus.',
  '{count, plural, one {Its attribute stays} other {Its # attributes stay}}, with all values. What no other class has is shown for every {singular} again. This cannot be undone.':
    '{count, plural, one {Ihr Attribut bleibt} other {Ihre # Attribute bleiben}} mit allen Werten. Attribute, die keine andere Klasse hat, werden wieder bei jedem Eintrag ({singular}) angezeigt. Das lässt sich nicht rückgängig machen.',
  '{first} and {second}': '{first} und {second}',
  '{first} and {count} more': '{first} und {count} weitere',

  // commands
  Commands: 'Befehle',
  'Command or entry': 'Befehl oder Eintrag',
  'Type a command, a page or the name of an entry': 'Befehl, Seite oder Namen eines Eintrags eingeben',
  'Commands and entries': 'Befehle und Einträge',
  'Searching…': 'Wird gesucht …',
  'Nothing is called “{text}”.': 'Nichts heißt „{text}“.',
  'Go to {name}': '{name} öffnen',
  'View of {plural}': 'Ansicht: {plural}',
  'Run {name}': '{name} ausführen',
  'Action on {plural}': 'Aktion: {plural}',
  Everywhere: 'Überall',
  'Commands, pages and entries by name': 'Befehle, Seiten und Einträge nach Namen',
  'This sheet': 'Diese Übersicht',
  'Find in the rows shown': 'In den angezeigten Zeilen suchen',
  'Find and replace': 'Suchen und ersetzen',
  'Print the rows': 'Zeilen drucken',
  'Leave the grid': 'Tabelle verlassen',
  Esc: 'Esc',
  'Close what is open; cancel a drag': 'Schließen, was offen ist; Ziehen abbrechen',
  'Moving in the grid': 'Bewegen in der Tabelle',
  'Arrow keys': 'Pfeiltasten',
  'To the next cell': 'Zur nächsten Zelle',
  'To the edge': 'Zum Rand',
  'To the first or last column': 'Zur ersten oder letzten Spalte',
  'To the first or last cell': 'Zur ersten oder letzten Zelle',
  'A screen up or down': 'Eine Bildschirmseite nach oben oder unten',
  'To the next or previous cell': 'Zur nächsten oder vorigen Zelle',
  'Open or close a group, or the variants of a product':
    'Gruppe oder Varianten des Produkts auf- oder zuklappen',
  'To a row by its number': 'Zu einer Zeile nach ihrer Nummer',
  'To the next or previous rejected change': 'Zur nächsten oder vorigen zurückgewiesenen Änderung',
  'To the next empty cell that is required': 'Zur nächsten leeren Pflichtzelle',
  'In the header': 'In der Kopfzeile',
  'Sort by the column, or add it to the order':
    'Nach der Spalte sortieren oder sie zur Sortierung hinzufügen',
  'Menu of the column': 'Menü der Spalte',
  'Rename the column': 'Spalte umbenennen',
  'Narrower or wider': 'Schmaler oder breiter',
  'Move the column': 'Spalte verschieben',
  Selecting: 'Auswählen',
  'Extend the selection': 'Auswahl erweitern',
  'Extend it to the edge': 'Bis zum Rand erweitern',
  'Whole columns or rows': 'Ganze Spalten oder Zeilen',
  Editing: 'Bearbeiten',
  'Type¦to do': 'Tippen',
  'Replace the value': 'Wert ersetzen',
  'Edit the value': 'Wert bearbeiten',
  'Leave it as it was': 'Wert lassen, wie er war',
  'While typing: into all selected cells': 'Beim Tippen: in alle ausgewählten Zellen',
  'In a selected range: its next cell, across or down (Shift: the one before)':
    'In einem ausgewählten Bereich: zur nächsten Zelle, quer oder abwärts (Umschalt: zur vorigen)',
  'After typing: the next row, in the column where Tab began':
    'Nach dem Tippen: nächste Zeile, in der Spalte, in der Tab begann',
  'Clear the selected cells': 'Ausgewählte Zellen leeren',
  'Copy, cut and paste': 'Kopieren, ausschneiden und einfügen',
  'Copy with the names of the columns': 'Mit den Namen der Spalten kopieren',
  'Fill down or to the right': 'Nach unten oder rechts ausfüllen',
  'Today’s date': 'Heutiges Datum',
  'Undo and redo': 'Rückgängig machen und wiederholen',
  'Switch a checkbox': 'Kontrollkästchen umschalten',
  'Open a link': 'Link öffnen',
  'Rows and details': 'Zeilen und Details',
  'Insert a row below or above': 'Zeile darunter oder darüber einfügen',
  'Add a row at the end': 'Zeile am Ende hinzufügen',
  'Menu of what is selected': 'Menü der Auswahl',
  'Add a variant of the product': 'Variante des Produkts hinzufügen',
  'Duplicate the row': 'Zeile duplizieren',
  'Leave a note or to-do on the cell': 'Notiz oder Aufgabe an der Zelle',
  'Move the selected rows to the trash': 'Ausgewählte Zeilen in den Papierkorb legen',
  'Show the details; once more to go into them': 'Details anzeigen; noch einmal, um hineinzugehen',
  'In the details: the row above or below': 'In den Details: die Zeile darüber oder darunter',
  'Keyboard shortcuts': 'Tastenkürzel',
  'On a Mac, Command stands for Ctrl.': 'Auf dem Mac steht Command für Strg.',
  Shortcuts: 'Kürzel',
  'Go to Products': 'Produkte öffnen',
  'Go to': 'Gehe zu',
  'Go to Images': 'Bilder öffnen',
  'Go to Vendors': 'Anbieter öffnen',
  'Go to Categories': 'Kategorien öffnen',
  'Go to Sources': 'Quellen öffnen',
  'Go to Attributes': 'Attribute öffnen',
  'Go to Classes': 'Klassen öffnen',
  'Go to Channels': 'Kanäle öffnen',
  'Go to What changed': 'Änderungen öffnen',
  'Go to Notes and to-dos': 'Notizen und Aufgaben öffnen',
  'Go to Jobs': 'Vorgänge öffnen',
  'Go to Review': 'Prüfung öffnen',
  'Go to Quality': 'Qualität öffnen',
  'Go to Quality rules': 'Qualitätsregeln öffnen',
  'Go to Quality score': 'Qualitätspunktzahl öffnen',
  'Go to Trash': 'Papierkorb öffnen',
  'Go to Connect': 'Agenten verbinden',
  'Go to API and keys': 'API und Schlüssel öffnen',
  'Go to AI providers': 'KI-Provider öffnen',
  'Go to Spend on AI': 'Ausgaben für KI öffnen',
  'Go to Settings': 'Einstellungen öffnen',
  'Go to Backups': 'Sicherungen öffnen',
  'Go to Diagnostics': 'Diagnose öffnen',
  'Go to Help': 'Hilfe öffnen',
  'Go to What is new': 'Neuerungen öffnen',
  'Show the details of the row': 'Details der Zeile anzeigen',
  'Show where the value of the cell comes from': 'Zeigen, woher der Wert der Zelle kommt',
  'Copy the selected cells': 'Ausgewählte Zellen kopieren',
  'Move the rows up by their rank': 'Zeilen nach ihrem Rang nach oben verschieben',
  'Move the rows down by their rank': 'Zeilen nach ihrem Rang nach unten verschieben',
  'Paste into the selected cells': 'In die ausgewählten Zellen einfügen',
  'Compute, replace or change the selected cells': 'Ausgewählte Zellen berechnen, ersetzen oder ändern',
  'Discard all rejected changes': 'Alle zurückgewiesenen Änderungen verwerfen',
  'Add a note or to-do to the cell': 'Notiz oder Aufgabe zur Zelle hinzufügen',
  'Compare the selected rows': 'Ausgewählte Zeilen vergleichen',
  'Copy the IDs of the selected rows': 'IDs der ausgewählten Zeilen kopieren',
  'Copy the address of the row in the API': 'Adresse der Zeile in der API kopieren',
  Redo: 'Wiederholen',
  'Go to a row by its number': 'Zu einer Zeile nach ihrer Nummer gehen',
  'Go to the next rejected change': 'Zur nächsten zurückgewiesenen Änderung gehen',
  'Go to the next empty cell that is required': 'Zur nächsten leeren Pflichtzelle gehen',
  'Show or hide the summary row': 'Summenzeile anzeigen oder ausblenden',
  'Show or hide the columns of the category’s classes':
    'Spalten der Klassen der Kategorie anzeigen oder ausblenden',
  'Load the rows again': 'Zeilen neu laden',
  'Generate values': 'Werte generieren',
  'Export to a file': 'In eine Datei exportieren',
  'Show the start page': 'Startseite anzeigen',
  'Show the keyboard shortcuts': 'Tastenkürzel anzeigen',
  'Take a tour: edit in the grid': 'Rundgang: in der Tabelle bearbeiten',
  'Take a tour: import a file': 'Rundgang: eine Datei importieren',
  'Take a tour: publish to a channel': 'Rundgang: in einem Kanal veröffentlichen',
  'Commands and pages by name': 'Befehle und Seiten nach Namen',
  'Appearance: like the system': 'Darstellung: wie im System',
  'Appearance: light': 'Darstellung: hell',
  'Appearance: dark': 'Darstellung: dunkel',
  'Collapse or expand the sidebar': 'Seitenleiste ein- oder ausklappen',
  'Density: compact': 'Dichte: kompakt',
  'Density: normal': 'Dichte: normal',
  'Density: roomy': 'Dichte: großzügig',

  // facets
  'Show or hide the facets': 'Facetten anzeigen oder ausblenden',
  Facets: 'Facetten',
  'Clear choices': 'Auswahl aufheben',
  'Close the facets': 'Facetten schließen',
  'No facets yet': 'Noch keine Facetten',
  'A facet shows which values the rows have, and narrows them by what you choose.':
    'Eine Facette sagt, welche Werte die Zeilen haben, und grenzt sie auf Ihre Auswahl ein.',
  'Add a facet': 'Facette hinzufügen',
  'Counting many rows for the first time. You can keep working meanwhile.':
    'Viele Zeilen werden zum ersten Mal gezählt. Sie können inzwischen weiterarbeiten.',
  'Clear what is chosen in {name}': 'Auswahl in {name} aufheben',
  'Remove the facet {name}': 'Facette {name} entfernen',
  '{name}: filled or empty': '{name}: ausgefüllt oder leer',
  '{name}: length': '{name}: Länge',
  '{name}: shorter side in pixels': '{name}: kürzere Seite in Pixeln',
  'No row has a value.': 'Keine Zeile hat einen Wert.',
  'Search the values of {name}': 'Werte von {name} suchen',
  'There are more. Search for others.': 'Es gibt mehr. Suchen Sie nach anderen.',
  '{label}, {count, plural, one {# row} other {# rows}}':
    '{label}, {count, plural, one {# Zeile} other {# Zeilen}}',
  '{label}, excluded': '{label}, ausgeschlossen',
  'Exclude {label}': '{label} ausschließen',
  'Do not exclude {label}': '{label} nicht ausschließen',
  '{from} to {to}: {count}': '{from} bis {to}: {count}',
  '{name}, from': '{name}, von',
  '{name}, to': '{name}, bis',
  'Width of the facets': 'Breite der Facetten',

  // exports
  'Export {plural}': 'Exportieren: {plural}',
  'The export was not started': 'Der Export wurde nicht gestartet',
  'The file is kept for 7 days under Jobs.': 'Die Datei bleibt 7 Tage lang unter „Vorgänge“.',
  'Export¦to do': 'Exportieren',
  'Export {what}': '{what} exportieren',
  'The export of {plural} has started': 'Der Export hat begonnen: {plural}',
  'You are notified when the file is ready. See its progress under Jobs.':
    'Sie werden benachrichtigt, sobald die Datei fertig ist. Den Fortschritt zeigt „Vorgänge“.',
  'opens everywhere': 'lässt sich überall öffnen',
  'Excel workbook': 'Excel-Arbeitsmappe',
  'codes and dates keep their form': 'Codes und Daten behalten ihre Form',
  'for programs': 'für Programme',
  'For {name}': 'Für {name}',
  'checked by its rules': 'nach seinen Regeln geprüft',
  File: 'Datei',
  'To write the file of a shop or marketplace, enable it under Channels.':
    'Um die Datei eines Shops oder Marktplatzes zu schreiben, schalten Sie ihn unter „Kanäle“ ein.',
  'Products that lack what the channel asks for are left out. A report says which ones and why.':
    'Produkte, denen fehlt, was der Kanal verlangt, werden ausgelassen. Ein Bericht sagt, welche und warum.',
  'TSV, to upload by hand': 'TSV, zum Hochladen von Hand',
  'JSON, the feed for programs': 'JSON, der Feed für Programme',
  Format: 'Format',
  'For prices whose attribute has no currency as its unit, such as EUR.':
    'Für Preise, deren Attribut keine Währung als Einheit hat, etwa EUR.',
  'Pack the pictures that this workspace holds': 'Die Bilder dieses Arbeitsbereichs mitpacken',
  'They come as a ZIP beside the file, under the names that it has for them.':
    'Sie kommen als ZIP neben der Datei, unter den Namen, die sie dort haben.',
  'Only what each row holds itself. Importing the file again changes nothing.':
    'Nur, was jede Zeile selbst enthält. Die Datei wieder zu importieren, ändert nichts.',
  'As the grid shows them: with what is inherited, looked up and computed.':
    'Wie die Tabelle sie zeigt: mit Geerbtem, Nachgeschlagenem und Berechnetem.',
  Values: 'Werte',
  'Own values': 'Eigene Werte',
  'Effective values': 'Geltende Werte',
  'Every attribute, with the ID in front.': 'Jedes Attribut, mit der ID vorn.',
  'In the order of the grid, with the ID in front.': 'In der Reihenfolge der Tabelle, mit der ID vorn.',
  '{lists, plural, one {# list that only mirrors other entries is} other {# lists that only mirror other entries are}} left out.':
    '{lists, plural, one {# Liste, die nur andere Einträge spiegelt, ist} other {# Listen, die nur andere Einträge spiegeln, sind}} ausgelassen.',
  Columns: 'Spalten',
  'Shown in the grid ({count})': 'In der Tabelle angezeigte ({count})',
  All: 'Alle',
  'Letters and columns come out right. Decimals are written 1,5: choose commas for an Excel that writes 1.5.':
    'Buchstaben und Spalten kommen richtig an. Dezimalzahlen werden 1,5 geschrieben: Wählen Sie Kommas für ein Excel, das 1.5 schreibt.',
  'Letters and columns come out right. Decimals are written 1.5: choose semicolons for an Excel that writes 1,5.':
    'Buchstaben und Spalten kommen richtig an. Dezimalzahlen werden 1.5 geschrieben: Wählen Sie Semikolons für ein Excel, das 1,5 schreibt.',
  'For Excel': 'Für Excel',
  'Separated by': 'Getrennt durch',
  Commas: 'Kommas',
  Semicolons: 'Semikolons',
  Tabs: 'Tabulatoren',
  'Vertical bars': 'Senkrechte Striche',

  // gallery
  'Images have no picture yet': 'Bilder haben noch keine Bilddatei',
  'Add an attribute': 'Attribut hinzufügen',
  'Add an attribute of the data type Image: it holds the picture of each image.':
    'Fügen Sie ein Attribut vom Datentyp Bild hinzu: Es enthält die Datei jedes Bilds.',
  'Drop pictures or web addresses anywhere here to add them.':
    'Legen Sie Bilder oder Webadressen irgendwo hier ab, um sie hinzuzufügen.',
  'Show more pictures': 'Weitere Bilder anzeigen',
  'No images match': 'Keine passenden Bilder',
  'No pictures yet': 'Noch keine Bilder',
  'Loosen the filter or the search to see more.': 'Lockern Sie Filter oder Suche, um mehr zu sehen.',
  'Drop files here or choose them: each becomes an image that products can refer to.':
    'Legen Sie Dateien hier ab oder wählen Sie sie: Jede wird ein Bild, auf das Produkte verweisen können.',
  'No picture': 'Kein Bild',
  'Picture not found': 'Bild nicht gefunden',
  'Pictures to add': 'Hinzuzufügende Bilder',
  'Add pictures': 'Bilder hinzufügen',
  'Nothing to add': 'Nichts hinzuzufügen',
  'Drop picture files or web addresses.': 'Legen Sie Bilddateien oder Webadressen ab.',
  'Adding {done} of {total}…': '{done} von {total} hinzugefügt …',
  '{count, plural, one {# picture} other {# pictures}} could not be added':
    '{count, plural, one {# Bild konnte} other {# Bilder konnten}} nicht hinzugefügt werden',
  '{count, plural, one {# picture} other {# pictures}} already there':
    '{count, plural, one {# Bild} other {# Bilder}} schon da',
  '{added, plural, one {# picture} other {# pictures}} added':
    '{added, plural, one {# Bild} other {# Bilder}} hinzugefügt',
  'Nothing new': 'Nichts Neues',
  Picture: 'Bild',
  'Show its row in the grid': 'Zeile in der Tabelle anzeigen',
  'This image has no picture. Show its row to add one.':
    'Dieser Eintrag hat kein Bild. Zeigen Sie seine Zeile, um eines hinzuzufügen.',
  'Show the gallery': 'Galerie anzeigen',

  // imports
  'Cells of {header} that do not fit': 'Zellen in {header}, die nicht passen',
  'Leave empty: {cells} in {header}': 'Leer lassen: {cells} in {header}',
  'Leave empty': 'Leer lassen',
  'Do not replace {from}': '{from} nicht ersetzen',
  'and {count, plural, one {# more cell} other {# more cells}}':
    'und {count, plural, one {# weitere Zelle} other {# weitere Zellen}}',
  '1,234.5 with a point': '1,234.5 mit Punkt',
  '1.234,5 with a comma': '1.234,5 mit Komma',
  Month: 'Monat',
  Months: 'Monate',
  Year: 'Jahr',
  'Next month': 'Nächster Monat',
  'Previous month': 'Voriger Monat',
  'Day, month, year': 'Tag, Monat, Jahr',
  'Month, day, year': 'Monat, Tag, Jahr',
  'Year, month, day': 'Jahr, Monat, Tag',
  'as for all columns': 'wie für alle Spalten',
  'Numbers are written': 'Zahlen sind geschrieben',
  'Dates are written': 'Daten sind geschrieben',
  'Members of the list are separated by': 'Die Einträge der Liste trennt',
  'a comma': 'ein Komma',
  'An empty cell': 'Eine leere Zelle',
  'Leave out spaces before and after the text': 'Leerzeichen vor und nach dem Text weglassen',
  Back: 'Zurück',
  'Check again': 'Noch einmal prüfen',
  'Check with {count, plural, one {# correction} other {# corrections}}':
    'Mit {count, plural, one {# Korrektur} other {# Korrekturen}} prüfen',
  'Import now': 'Jetzt importieren',
  'Settings of {name}': 'Einstellungen von {name}',
  'Settings of {column}': 'Einstellungen von {column}',
  '{refused, plural, one {# cell does} other {# cells do}} not fit':
    '{refused, plural, one {# Zelle passt} other {# Zellen passen}} nicht',
  '{count, plural, one {# sample does} other {# samples do}} not fit':
    '{count, plural, one {# Beispiel passt} other {# Beispiele passen}} nicht',
  'stays a link': 'bleibt ein Link',
  'has its picture fetched': 'Bild wird abgerufen',
  'has changed pictures fetched too': 'auch geänderte Bilder werden abgerufen',
  'Find a column': 'Spalte suchen',
  'Next: rows': 'Weiter: Zeilen',
  'An empty cell of any column': 'Eine leere Zelle in beliebiger Spalte',
  'A cell that does not fit': 'Eine Zelle, die nicht passt',
  'is left out of its row': 'wird in ihrer Zeile ausgelassen',
  'leaves out its row': 'lässt ihre Zeile aus',
  'Leave out spaces before and after the text, in all columns':
    'Leerzeichen vor und nach dem Text weglassen, in allen Spalten',
  'An address of a picture': 'Eine Bildadresse',
  'No column is called like this.': 'Keine Spalte heißt so.',
  'Columns of the file': 'Spalten der Datei',
  Settings: 'Einstellungen',
  Sample: 'Beispiel',
  'Imported into': 'Importiert in',
  'Cells that do not fit': 'Zellen, die nicht passen',
  '{count, plural, one {# cell} other {# cells}} corrected':
    '{count, plural, one {# Zelle} other {# Zellen}} korrigiert',
  'Row {row}, {column}: {value}': 'Zeile {row}, {column}: {value}',
  'Remove the correction of row {row}, {column}': 'Korrektur entfernen: Zeile {row}, {column}',
  Withdraw: 'Zurückziehen',
  'Create missing {plural}': 'Fehlende {plural} anlegen',
  '{missing, plural, one {# is} other {# are}} not there: {shown} and others.':
    '{missing, plural, one {# fehlt} other {# fehlen}}: {shown} und andere.',
  '{missing, plural, one {# is} other {# are}} not there: {shown}.':
    '{missing, plural, one {# fehlt} other {# fehlen}}: {shown}.',
  options: 'Optionen',
  'Its texts are taken in {language}; those in {others} are left out.':
    'Ihre Texte werden in {language} übernommen; die in {others} bleiben weg.',
  '{count, plural, one {# title above the header} other {# titles above the header}}':
    '{count, plural, one {# Titel über der Kopfzeile} other {# Titel über der Kopfzeile}}',
  '{count, plural, one {# row of units} other {# rows of units}}':
    '{count, plural, one {# Zeile mit Einheiten} other {# Zeilen mit Einheiten}}',
  '{count, plural, one {# repeated header} other {# repeated headers}}':
    '{count, plural, one {# wiederholte Kopfzeile} other {# wiederholte Kopfzeilen}}',
  '{count, plural, one {# page number} other {# page numbers}}':
    '{count, plural, one {# Seitenzahl} other {# Seitenzahlen}}',
  '{count, plural, one {# total} other {# totals}}': '{count, plural, one {# Summe} other {# Summen}}',
  '{count, plural, one {# note} other {# notes}}': '{count, plural, one {# Notiz} other {# Notizen}}',
  '{count, plural, one {# row of another store view} other {# rows of other store views}}':
    '{count, plural, one {# Zeile einer anderen Store-Ansicht} other {# Zeilen anderer Store-Ansichten}}',
  '{count, plural, one {# product to be deleted} other {# products to be deleted}}':
    '{count, plural, one {# zu löschendes Produkt} other {# zu löschende Produkte}}',
  '{count, plural, one {# rule of the shop} other {# rules of the shop}}':
    '{count, plural, one {# Regel des Shops} other {# Regeln des Shops}}',
  'Left out because it is not data: {parts}.': 'Ausgelassen, weil es keine Daten sind: {parts}.',
  '{rows, plural, one {# product} other {# products}}': '{rows, plural, one {# Produkt} other {# Produkte}}',
  '{variants, plural, one {# variant} other {# variants}}':
    '{variants, plural, one {# Variante} other {# Varianten}}',
  'A product file of {shop}: {counts}.': 'Eine Produktdatei von {shop}: {counts}.',
  'A product file of {shop}: more than {counts}.': 'Eine Produktdatei von {shop}: mehr als {counts}.',
  'with pictures and categories': 'mit Bildern und Kategorien',
  'with pictures': 'mit Bildern',
  'with categories': 'mit Kategorien',
  'Drop the picture on a cell that holds pictures':
    'Legen Sie das Bild auf einer Zelle ab, die Bilder enthält',
  'Drop a file to import it': 'Legen Sie eine Datei ab, um sie zu importieren',
  'One file at a time': 'Nur eine Datei auf einmal',
  'Drop the files one after the other.': 'Legen Sie die Dateien nacheinander ab.',
  '{name} cannot be imported': '{name} kann nicht importiert werden',
  'Drop a picture on a cell that holds pictures, or on the image gallery.':
    'Legen Sie ein Bild auf einer Zelle ab, die Bilder enthält, oder in der Bildergalerie.',
  'Imports take CSV, Excel (XLSX), JSON, JSON lines and XML of feeds and suppliers. Save the table as one of them.':
    'Importiert werden CSV, Excel (XLSX), JSON, JSON-Zeilen und XML von Feeds und Lieferanten. Speichern Sie die Tabelle in einem dieser Formate.',
  'Import as': 'Importieren als',
  Sheet: 'Tabellenblatt',
  'It is read as': 'Sie wird gelesen als',
  'products of the shop': 'Produkte des Shops',
  'products of {shop}': 'Produkte von {shop}',
  'rows as they stand': 'Zeilen, wie sie dastehen',
  'Texts are taken in': 'Texte werden übernommen in',
  'The columns are named in': 'Die Spalten benennt',
  'no row of the file': 'keine Zeile der Datei',
  'row {row}': 'Zeile {row}',
  'Columns are separated by': 'Die Spalten trennt',
  Encoding: 'Zeichencodierung',
  Automatic: 'Automatisch',
  'Read as {value}. If letters look wrong, choose another.':
    'Gelesen als {value}. Wenn Buchstaben falsch aussehen, wählen Sie eine andere.',
  'Choose another file': 'Andere Datei wählen',
  'Next: columns': 'Weiter: Spalten',
  '{formats} of {shapeNames}': '{formats} von {shapeNames}',
  'more than {rows} rows': 'mehr als {rows} Zeilen',
  '{count, plural, one {# column} other {# columns}}': '{count, plural, one {# Spalte} other {# Spalten}}',
  'separated by {value}': 'getrennt durch {value}',
  '{count, plural, one {# new attribute} other {# new attributes}} will be created.':
    '{count, plural, one {# neues Attribut wird} other {# neue Attribute werden}} angelegt.',
  '{count, plural, one {# column} other {# columns}} will be left out.':
    '{count, plural, one {# Spalte wird} other {# Spalten werden}} ausgelassen.',
  'First rows of the file': 'Erste Zeilen der Datei',
  'The file has a header, but no rows.': 'Die Datei hat eine Kopfzeile, aber keine Zeilen.',
  'and {count} more columns': 'und {count} weitere Spalten',
  'new attribute': 'neues Attribut',
  '(please check)': '(bitte prüfen)',
  'keeps the present value': 'behält den jetzigen Wert',
  'clears the value': 'leert den Wert',
  'Import a file': 'Datei importieren',
  'Leave the import?': 'Import verlassen?',
  Leave: 'Verlassen',
  'Continue importing': 'Weiter importieren',
  'Your settings for this file will be lost. Nothing has been imported.':
    'Ihre Einstellungen für diese Datei gehen verloren. Es wurde nichts importiert.',
  'Drop a CSV file, an Excel workbook, JSON or the XML of a feed or supplier here, or choose one.':
    'Legen Sie hier eine CSV-Datei, eine Excel-Arbeitsmappe, JSON oder das XML eines Feeds oder Lieferanten ab, oder wählen Sie eine Datei.',
  'Choose a file…': 'Datei wählen …',
  'File to import': 'Zu importierende Datei',
  'The first line of a table names the columns. Delimiter and encoding are detected automatically, and nothing is saved before you say so.':
    'Die erste Zeile einer Tabelle benennt die Spalten. Trennzeichen und Zeichencodierung werden automatisch erkannt, und nichts wird gespeichert, bevor Sie es bestätigen.',
  'The import was not started': 'Der Import wurde nicht gestartet',
  'Folder of pictures': 'Ordner mit Bildern',
  'Reading {name}': '{name} wird gelesen',
  'The file cannot be read in this way': 'Die Datei kann so nicht gelesen werden',
  'The report cannot be shown': 'Der Bericht kann nicht angezeigt werden',
  'Back to the settings': 'Zurück zu den Einstellungen',
  'the file': 'die Datei',
  'Update those with the same': 'Vorhandene aktualisieren bei gleichem Wert in',
  '{known} there, {new} new': '{known} vorhanden, {new} neu',
  'Nothing: every row is new': 'Nichts: Jede Zeile ist neu',
  'Importing the file twice creates all {plural} twice.':
    'Die Datei zweimal zu importieren, legt alles zweimal an: {plural}.',
  'Upper and lower case count as the same.': 'Groß- und Kleinschreibung gelten als gleich.',
  'All other rows are added as new. {rest}': 'Alle anderen Zeilen werden neu angelegt. {rest}',
  'This may create duplicates': 'Dabei könnten Dubletten entstehen',
  'and {others, plural, one {# more cell} other {# more cells}}':
    'und {others, plural, one {# weitere Zelle} other {# weitere Zellen}}',
  'What becomes of {cell} in {header}': 'Was aus {cell} in {header} wird',
  'left out and reported': 'ausgelassen und gemeldet',
  'Take the number': 'Die Zahl nehmen',
  'Leave out and report': 'Auslassen und melden',
  'What the file leaves open': 'Was die Datei offen lässt',
  'Does {cell} mean {values}? Nothing in the file tells, so please choose.':
    'Heißt {cell} {values}? Nichts in der Datei verrät es, bitte entscheiden Sie.',
  '{column}, row {row}': '{column}, Zeile {row}',
  commas: 'Kommas',
  semicolons: 'Semikolons',
  tabs: 'Tabulatoren',
  bars: 'senkrechte Striche',
  'computed, so it is left out': 'berechnet, daher ausgelassen',
  'left out': 'ausgelassen',
  'This has to be settled first': 'Das muss zuerst geklärt werden',
  'Answer the question above first: the import cannot start without it.':
    'Beantworten Sie zuerst die Frage oben: Ohne Antwort kann der Import nicht beginnen.',
  'The first step asks how the file is written.': 'Der erste Schritt fragt, wie die Datei geschrieben ist.',
  'Go to the question': 'Zur Frage',
  'As proposed': 'Wie vorgeschlagen',
  'Delete the settings {name}': 'Einstellungen {name} löschen',
  'The settings could not be deleted': 'Die Einstellungen konnten nicht gelöscht werden',
  'Save these settings for the next file': 'Diese Einstellungen für die nächste Datei speichern',
  'Name, such as the supplier': 'Name, etwa der Lieferant',
  'Saved. Choose {name} in the first step next time.':
    'Gespeichert. Wählen Sie beim nächsten Mal {name} im ersten Schritt.',
  'Settings for other entries have this name. Choose another.':
    'Einstellungen für andere Einträge heißen so. Wählen Sie einen anderen Namen.',
  Replace: 'Ersetzen',
  '{plural} are found by': '{plural} werden gefunden über',
  'IDs are always accepted.': 'IDs werden immer angenommen.',
  'their names': 'ihre Namen',
  'Steps of a path are separated by': 'Die Stufen eines Pfads trennt',
  'not a path': 'kein Pfad',
  'Such as > in Furniture > Chairs.': 'Etwa > in Möbel > Stühle.',
  'A file like this is known: the settings of {file}, imported {when}, were taken.':
    'Eine solche Datei ist bekannt: Die Einstellungen von {file}, importiert {when}, wurden übernommen.',
  'It is the same file, so {count, plural, one {# cell is} other {# cells are}} corrected as then.':
    'Es ist dieselbe Datei, daher {count, plural, one {wird # Zelle} other {werden # Zellen}} wie damals korrigiert.',
  'Start afresh': 'Von vorn beginnen',
  'Create attributes for columns that have none': 'Attribute für Spalten anlegen, die keines haben',
  'Their data type is guessed from the whole file unless you have chosen one. Codes with leading zeros stay text.':
    'Ihr Datentyp wird aus der ganzen Datei erschlossen, wenn Sie keinen gewählt haben. Codes mit führenden Nullen bleiben Text.',
  'Create missing options of selects': 'Fehlende Optionen von Auswahlfeldern anlegen',
  'Otherwise a cell with an unknown option does not fit.':
    'Sonst passt eine Zelle mit einer unbekannten Option nicht.',
  'Create missing vendors': 'Fehlende Anbieter anlegen',
  'A vendor that is named but missing is created with that name.':
    'Ein Anbieter, der genannt wird und noch fehlt, wird mit diesem Namen angelegt.',
  'Create missing categories': 'Fehlende Kategorien anlegen',
  'If a cell gives a path, the categories above it are created, too.':
    'Gibt eine Zelle einen Pfad an, werden auch die Kategorien darüber angelegt.',
  'Create missing images': 'Fehlende Bilder anlegen',
  'An address of a picture in a list of images becomes an image of its own.':
    'Eine Bildadresse in einer Liste von Bildern wird ein eigenes Bild.',
  'Each column can be set differently.': 'Für einzelne Spalten lässt sich das anders einstellen.',
  'Next: check': 'Weiter: Prüfen',
  'On this computer, for cells that name a picture, such as chair.jpg. Web addresses stay links, unless the step before has their pictures fetched.':
    'Auf diesem Computer, für Zellen, die ein Bild nennen, etwa stuhl.jpg. Webadressen bleiben Links, sofern Sie im Schritt davor nicht gewählt haben, dass ihre Bilder abgerufen werden.',
  '{message} The import continues meanwhile.': '{message} Der Import läuft inzwischen weiter.',
  Checking: 'Wird geprüft',
  'Checking {name}': '{name} wird geprüft',
  'Importing {name}': '{name} wird importiert',
  'Reading the file…': 'Die Datei wird gelesen …',
  '{current} of {total} rows': '{current} von {total} Zeilen',
  'Nothing is saved.': 'Es wird nichts gespeichert.',
  'You can close this window: the import continues.':
    'Sie können dieses Fenster schließen: Der Import läuft weiter.',
  'The import could not be cancelled': 'Der Import konnte nicht abgebrochen werden',
  'Not a number. Choose how numbers are written.': 'Keine Zahl. Wählen Sie, wie Zahlen geschrieben sind.',
  'Not a date. Choose the order of day, month and year.':
    'Kein Datum. Wählen Sie die Reihenfolge von Tag, Monat und Jahr.',
  'Neither yes nor no. Replace it with true or false.':
    'Weder ja noch nein. Ersetzen Sie es durch true oder false.',
  'Not a web address that starts with http:// or https://.':
    'Keine Webadresse, die mit http:// oder https:// beginnt.',
  'None of the options.': 'Keine der Optionen.',
  'Some of it is not among the options.': 'Einiges davon gehört nicht zu den Optionen.',
  'Every cell that was looked at is empty.': 'Alle betrachteten Zellen sind leer.',
  'Samples of {header}': 'Beispiele aus {header}',
  'In the file': 'In der Datei',
  'In the catalog': 'Im Katalog',
  nothing: 'nichts',
  Rows: 'Zeilen',
  Check: 'Prüfen',
  'Steps of the import': 'Schritte des Imports',
  '{header} is imported into': '{header} wird importiert in',
  'now from {header}': 'jetzt aus {header}',
  'Leave this column out': 'Diese Spalte auslassen',
  'A new attribute': 'Ein neues Attribut',
  'Chosen by hand or by saved settings.': 'Von Hand oder durch gespeicherte Einstellungen gewählt.',
  'It has the same name.': 'Es heißt genauso.',
  'Usual in files of this shop.': 'So ist es in Dateien dieses Shops üblich.',
  'The attribute is computed.': 'Das Attribut wird berechnet.',
  'Nothing is taken from it.': 'Daraus wird nichts übernommen.',
  'It is created with the import.': 'Es wird mit dem Import angelegt.',
  '“{header}” is another word for {name}.': '„{header}“ ist ein anderes Wort für {name}.',
  'The cells look like values of {name}. Please check.':
    'Die Zellen sehen aus wie Werte von {name}. Bitte prüfen.',
  yes: 'ja',
  no: 'nein',
  'Type of {header}': 'Typ von {header}',
  'as it looks': 'wie es aussieht',
  'Make {header} a {proposal}': '{header} als {proposal} anlegen',
  'Make it a {proposal}': 'Als {proposal} anlegen',
  'a new line': 'eine neue Zeile',
  'a semicolon': 'ein Semikolon',
  '{options, plural, one {# value} other {# values}}': '{options, plural, one {# Wert} other {# Werte}}',
  '{values} in {cells, plural, one {# cell} other {# cells}}':
    '{values} in {cells, plural, one {# Zelle} other {# Zellen}}',
  '{cells} cells with several of {values}, separated by {by}':
    '{cells} Zellen mit mehreren von {values}, getrennt durch {by}',
  'Replace cells': 'Zellen ersetzen',
  'Cell to replace {index}': 'Zu ersetzende Zelle {index}',
  'in the file': 'in der Datei',
  'Written as {index}': 'Geschrieben als {index}',
  'Do not replace this': 'Dies nicht ersetzen',
  'Do not replace {value}': '{value} nicht ersetzen',
  'Replace a cell': 'Zelle ersetzen',

  // settings
  'Official list': 'Offizielle Liste',
  'The official list of {name} is not here yet': 'Die offizielle Liste von {name} ist noch nicht da',
  'Choose a newer file…': 'Neuere Datei wählen …',
  'Choose the file…': 'Datei wählen …',
  'Official list of categories': 'Offizielle Liste der Kategorien',
  'With it you search instead of typing, and exports leave out what {name} does not know.':
    'Damit suchen Sie, statt zu tippen, und Exporte lassen aus, was {name} nicht kennt.',
  'Official list with {categories, plural, one {# category} other {# categories}}':
    'Offizielle Liste mit {categories, plural, one {# Kategorie} other {# Kategorien}}',
  'The list of {name} was not changed': 'Die Liste von {name} wurde nicht geändert',
  'The list was added: {categories, plural, one {# category} other {# categories}}':
    'Die Liste wurde hinzugefügt: {categories, plural, one {# Kategorie} other {# Kategorien}}',
  '{arrowLeft} Channels': '{arrowLeft} Kanäle',
  'Categories at {name}': 'Kategorien bei {name}',
  'Say what each of your categories is there. One without its own goes by that of the category above it.':
    'Sagen Sie, was jede Ihrer Kategorien dort ist. Eine ohne eigene Angabe richtet sich nach der Kategorie darüber.',
  'There are no categories yet': 'Es gibt noch keine Kategorien',
  'Create some under Categories first, then map them here.':
    'Legen Sie zuerst unter „Kategorien“ welche an, und ordnen Sie sie dann hier zu.',
  'What {path} is at {name}': 'Was {path} bei {name} ist',
  '{inherited}, by the category above': '{inherited}, durch die Kategorie darüber',
  'Same name: {strong}': 'Gleicher Name: {strong}',
  'Take {path} for {path2}': '{path} für {path2} übernehmen',
  'Take it': 'Übernehmen',
  'The list of {name} does not have this, so exports leave it out. Search for another.':
    'In der Liste von {name} steht das nicht, daher lassen Exporte es aus. Suchen Sie eine andere.',
  'Every category is mapped, or goes by the one above it.':
    'Jede Kategorie ist zugeordnet oder richtet sich nach der darüber.',
  'Your category': 'Ihre Kategorie',
  'At {name}': 'Bei {name}',
  'Only those not mapped': 'Nur nicht zugeordnete',
  'Take {count, plural, one {# suggestion} other {# suggestions}}':
    '{count, plural, one {# Vorschlag} other {# Vorschläge}} übernehmen',
  '{mapped} of {count} mapped': '{mapped} von {count} zugeordnet',
  '{mapped} of {count} mapped, {covered} more by the category above':
    '{mapped} von {count} zugeordnet, {covered} weitere durch die Kategorie darüber',
  'Google offers its product taxonomy as a text file, in many languages.':
    'Google bietet seine Produkttaxonomie als Textdatei an, in vielen Sprachen.',
  'Shopify offers its product taxonomy on GitHub: take dist/en/categories.txt.':
    'Shopify bietet seine Produkttaxonomie auf GitHub an: Nehmen Sie dist/en/categories.txt.',
  'Amazon names its product types in Seller Central; write those that you use one a line.':
    'Amazon nennt seine Produkttypen in Seller Central; schreiben Sie die, die Sie verwenden, je einen in eine Zeile.',
  'Take the list that the marketplace offers, a category a line.':
    'Nehmen Sie die Liste, die der Marktplatz anbietet, eine Kategorie je Zeile.',
  'Same name': 'Gleicher Name',
  'Type words of the category, in any order.':
    'Geben Sie Wörter der Kategorie ein, in beliebiger Reihenfolge.',
  'Suggested, or type to search.': 'Vorgeschlagen; tippen Sie, um zu suchen.',
  'The first {count} of {total, plural, one {# category} other {# categories}}. Type more words.':
    'Die ersten {count} von {total, plural, one {# Kategorie} other {# Kategorien}}. Geben Sie mehr Wörter ein.',
  'No category has all these words.': 'Keine Kategorie hat alle diese Wörter.',
  '{undo2} Undo': '{undo2} Rückgängig',
  '{redo2} Redo': '{redo2} Wiederholen',
  'Required and missing': 'Verlangt und fehlt',
  'Not as the channel requires it': 'Anders, als der Kanal es verlangt',
  'Recommended and missing': 'Empfohlen und fehlt',
  'Nothing is missing and nothing is wrong.': 'Nichts fehlt, und nichts ist falsch.',
  'Last export': 'Letzter Export',
  'Find a field of {name}': 'Feld von {name} suchen',
  'Find a field by its name or what fills it': 'Feld nach seinem Namen suchen oder nach dem, was es füllt',
  'No field of {name} is called that.': 'Kein Feld von {name} heißt so.',
  'Fields of {name}': 'Felder von {name}',
  Field: 'Feld',
  Requirement: 'Anforderung',
  'Filled by': 'Gefüllt durch',
  Accepts: 'Nimmt an',
  'Needed: {condition}': 'Nötig: {condition}',
  Nothing: 'Nichts',
  'The same for all…': 'Für alle gleich …',
  'A formula…': 'Eine Formel …',
  'What fills {target}': 'Was {target} füllt',
  'What {target} is for all products': 'Was {target} für alle Produkte ist',
  'The formula of {target}': 'Die Formel von {target}',
  Channels: 'Kanäle',
  'New channel': 'Neuer Kanal',
  'Each channel requires certain fields. Enable those you sell on, or create one with columns of your own; choose what fills each field, and see what your products still lack.':
    'Jeder Kanal verlangt bestimmte Felder. Schalten Sie die Kanäle ein, über die Sie verkaufen, oder legen Sie einen mit eigenen Spalten an; geben Sie an, was welches Feld füllt, und sehen Sie, was Ihren Produkten noch fehlt.',
  'Hide the fields of {name}': 'Felder von {name} ausblenden',
  'Show the fields of {name}': 'Felder von {name} anzeigen',
  'Hide the fields': 'Felder ausblenden',
  'Show the fields': 'Felder anzeigen',
  'Export to {name}': 'Nach {name} exportieren',
  Export: 'Exportieren',
  '{format} file with {fields, plural, one {# field} other {# fields}}, {required} of them required':
    '{format}-Datei mit {fields, plural, one {# Feld} other {# Feldern}}, davon {required} verlangt',
  'Your own: {file}': 'Eigener Kanal: {file}',
  '{name} is disabled': '{name} ist ausgeschaltet',
  'Its mapping is kept.': 'Die Zuordnung bleibt erhalten.',
  '{name} is enabled': '{name} ist eingeschaltet',
  '{name} was not changed': '{name} wurde nicht geändert',
  Disable: 'Ausschalten',
  Enable: 'Einschalten',
  '{name} is deleted': '{name} ist gelöscht',
  Delete: 'Löschen',
  'Every field it asks for has an attribute.': 'Jedes verlangte Feld hat ein Attribut.',
  '{length, plural, one {# field} other {# fields}} it asks for {length, plural, one {has} other {have}} no attribute yet.':
    '{length, plural, one {# verlangtes Feld hat} other {# verlangte Felder haben}} noch kein Attribut.',
  'Public address for pictures': 'Öffentliche Adresse der Bilder',
  'Where you put the pictures that this workspace holds, such as https://shop.example/pictures/. An export can pack them for you.':
    'Wo Sie die Bilder dieses Arbeitsbereichs ablegen, etwa https://shop.example/bilder/. Ein Export kann sie für Sie packen.',
  'Of prices whose attribute names none, such as EUR.': 'Für Preise, deren Attribut keine nennt, etwa EUR.',
  'The address': 'Die Adresse',
  'The currency': 'Die Währung',
  'Categories: {value}': 'Kategorien: {value}',
  'Map categories to {name}': 'Kategorien zuordnen: {name}',
  'Map categories…': 'Kategorien zuordnen …',
  'There are no products yet.': 'Es gibt noch keine Produkte.',
  'The one product is complete.': 'Das eine Produkt ist vollständig.',
  'All {products} products are complete.': 'Alle {products} Produkte sind vollständig.',
  '{complete, plural, =0 {No product is} one {# product of {products} is} other {# products of {products} are}} complete. Nothing required is missing, but some values are not as the channel wants them.':
    '{complete, plural, =0 {Kein Produkt ist} one {# Produkt von {products} ist} other {# Produkte von {products} sind}} vollständig. Nichts Verlangtes fehlt, aber manche Werte sind anders, als der Kanal sie verlangt.',
  '{complete, plural, =0 {No product is} one {# product of {products} is} other {# products of {products} are}} complete. {percent}% of the required values are there.':
    '{complete, plural, =0 {Kein Produkt ist} one {# Produkt von {products} ist} other {# Produkte von {products} sind}} vollständig. {percent} % der verlangten Werte sind da.',
  '{name} is missing in {products, plural, one {# product} other {# products}}.':
    '{name} fehlt bei {products, plural, one {# Produkt} other {# Produkten}}.',
  'No attribute fills {unmapped} yet. Choose below what does.':
    'Noch füllt kein Attribut {unmapped}. Wählen Sie unten eines.',
  '{name} is too long in {products, plural, one {# product} other {# products}}.':
    '{name} ist bei {products, plural, one {# Produkt} other {# Produkten}} zu lang.',
  '{name} holds something that the channel does not accept in {products, plural, one {# product} other {# products}}.':
    '{name} enthält bei {products, plural, one {# Produkt} other {# Produkten}} etwas, das der Kanal nicht annimmt.',
  'At most {length, plural, one {# character} other {# characters}}':
    'Höchstens {length, plural, one {# Zeichen} other {# Zeichen}}',
  '{values} and {count} more': '{values} und {count} weitere',
  Diagnostics: 'Diagnose',
  'Go to Replica': 'Replikat öffnen',
  Replica: 'Replikat',
  'Show the replica': 'Replikat anzeigen',
  'Nothing is copied to the replica: Litestream, which does that, has not run since {at}.':
    'In das Replikat wird nichts kopiert: Litestream, das dafür da ist, läuft seit {at} nicht.',
  'What was saved since {at} is not in the replica.':
    'Was seit {at} gespeichert wurde, ist nicht im Replikat.',
  '{seconds} s behind': '{seconds} s im Rückstand',
  'Up to date': 'Auf dem neuesten Stand',
  'The first copy is being made': 'Die erste Kopie entsteht',
  'The file is not where it was': 'Die Datei ist nicht mehr an ihrem Ort',
  'A copy of everything on another disk or computer, a second behind what is saved here.':
    'Eine Kopie von allem auf einem anderen Datenträger oder Computer, eine Sekunde hinter dem, was hier gespeichert wird.',
  'The state of the replica cannot be read': 'Der Zustand des Replikats kann nicht gelesen werden',
  'No replica is kept': 'Es wird kein Replikat geführt',
  'Start the server with the address of a folder on another disk, of another computer (sftp://) or of a bucket (s3://):':
    'Starten Sie den Server mit der Adresse eines Ordners auf einem anderen Datenträger, eines anderen Computers (sftp://) oder eines Buckets (s3://):',
  'Kept at': 'Liegt in',
  'Can be restored': 'Wiederherstellbar',
  '{days, plural, one {any moment of the last day} other {any moment of the last # days}}':
    '{days, plural, one {jeder Zeitpunkt des letzten Tages} other {jeder Zeitpunkt der letzten # Tage}}',
  'Copied by': 'Kopiert von',
  'Litestream {version}': 'Litestream {version}',
  'Litestream {version}, which does not run just now': 'Litestream {version}, das gerade nicht läuft',
  'Started again': 'Neu gestartet',
  '{restarts, plural, one {once} other {# times}}': '{restarts, plural, one {einmal} other {#-mal}}',
  'Look at what is reported below, at the network and at the free space at the other end.':
    'Prüfen Sie, was unten gemeldet wird, das Netz und den freien Platz am anderen Ende.',
  Files: 'Dateien',
  'In the replica up to': 'Im Replikat bis',
  'People, keys and settings': 'Personen, Schlüssel und Einstellungen',
  'In a terminal, into a folder that is new or empty. With {option} and a moment it becomes as it was then.':
    'In einem Terminal, in einen Ordner, der neu oder leer ist. Mit {option} und einem Zeitpunkt wird er, wie er damals war.',
  'Copy the command': 'Befehl kopieren',
  'The state of this Vitrine. The log names no key and no password; it can be sent to somebody who helps.':
    'Der Zustand dieses Vitrine. Das Protokoll nennt keinen Schlüssel und kein Passwort; es kann an jemanden geschickt werden, der hilft.',
  'The state of the program cannot be read': 'Der Zustand des Programms kann nicht gelesen werden',
  Vitrine: 'Vitrine',
  Node: 'Node',
  '{node}, Electron {electron}': '{node}, Electron {electron}',
  System: 'System',
  'File format': 'Dateiformat',
  '{file_format}; older files are upgraded to it, newer ones cannot be opened':
    '{file_format}; ältere Dateien werden darauf aktualisiert, neuere lassen sich nicht öffnen',
  'Running since': 'Läuft seit',
  Memory: 'Arbeitsspeicher',
  'Data folder': 'Datenordner',
  'Free on its disk': 'Frei auf seinem Datenträger',
  'Read again': 'Neu lesen',
  'Workspace {name}': 'Arbeitsbereich {name}',
  'Checking…': 'Wird geprüft …',
  'Check for damage': 'Auf Schäden prüfen',
  'There is no such file': 'Diese Datei gibt es nicht',
  Open: 'Geöffnet',
  'Not open': 'Nicht geöffnet',
  'Last closed': 'Zuletzt geschlossen',
  'The workspace could not be checked': 'Der Arbeitsbereich konnte nicht geprüft werden',
  'Closed properly': 'Ordnungsgemäß geschlossen',
  'Not known until it is opened': 'Nicht bekannt, bis er geöffnet wird',
  'Not closed properly; checked since, and sound':
    'Nicht ordnungsgemäß geschlossen; seitdem geprüft und in Ordnung',
  'Not closed properly, and damaged: {damage}': 'Nicht ordnungsgemäß geschlossen und beschädigt: {damage}',
  '{circleCheck} The file is sound.': '{circleCheck} Die Datei ist in Ordnung.',
  '{triangleAlert} {count} findings. Restore a backup.':
    '{triangleAlert} {count} Befunde. Stellen Sie eine Sicherung wieder her.',
  'The log could not be exported': 'Das Protokoll konnte nicht exportiert werden',
  Log: 'Protokoll',
  'Export the log…': 'Protokoll exportieren …',
  'Last lines of the log': 'Letzte Zeilen des Protokolls',
  'Nothing has been logged.': 'Es wurde nichts protokolliert.',
  '{size}, and {journal} in its journal': '{size}, dazu {journal} im Journal',
  'The file of a shop, a marketplace or a partner, with columns of your own.':
    'Die Datei eines Shops, Marktplatzes oder Partners, mit eigenen Spalten.',
  'Create the channel': 'Kanal anlegen',
  'Start from': 'Ausgangspunkt',
  'With its columns and what fills them.': 'Mit seinen Spalten und dem, was sie füllt.',
  'A copy of {name}': 'Eine Kopie von {name}',
  'Nothing fills {length, plural, one {# required column} other {# required columns}} yet.':
    'Noch füllt nichts {length, plural, one {# verlangte Spalte} other {# verlangte Spalten}}.',

  'Every required column is filled.': 'Jede verlangte Spalte ist gefüllt.',
  '{plus} Add a column': '{plus} Spalte hinzufügen',
  Holds: 'Enthält',
  'At most': 'Höchstens',
  'Only these values': 'Nur diese Werte',
  'Columns of {name}': 'Spalten von {name}',
  'Header of column {index}': 'Überschrift der Spalte {index}',
  'Delete the column {target}': 'Spalte {target} löschen',
  'Made of the product and its variants': 'Aus dem Produkt und seinen Varianten',
  'What {target} holds': 'Was {target} enthält',
  'How much {target} is asked for': 'Wie sehr {target} verlangt wird',
  'Maximum values of {target}': 'Höchstzahl der Werte von {target}',
  'Maximum characters of {target}': 'Höchstzahl der Zeichen von {target}',
  'The only values of {target}': 'Die einzigen Werte von {target}',
  'yes, no': 'ja, nein',
  'Column {number}': 'Spalte {number}',
  'Required, unique': 'Verlangt, eindeutig',
  'Recommended, unique': 'Empfohlen, eindeutig',
  'UTF-8 with a mark, for Excel': 'UTF-8 mit Kennung, für Excel',
  'A row is': 'Eine Zeile ist',
  'A variant': 'Eine Variante',
  'A product or a variant': 'Ein Produkt oder eine Variante',
  'A product': 'Ein Produkt',
  'Between several values': 'Zwischen mehreren Werten',
  'The first row names the columns': 'Die erste Zeile benennt die Spalten',
  Compact: 'Kompakt',
  'More rows on the screen': 'Mehr Zeilen auf dem Bildschirm',
  Normal: 'Normal',
  'The default': 'Die Standarddichte',
  Roomy: 'Großzügig',
  'More air, larger targets': 'Mehr Abstand, größere Klickflächen',
  'How Vitrine looks and works on this computer.': 'Wie Vitrine auf diesem Computer aussieht und arbeitet.',
  Look: 'Aussehen',
  Appearance: 'Darstellung',
  Density: 'Dichte',
  Language: 'Sprache',
  API: 'API',
  'Copy the address': 'Adresse kopieren',
  'Keys and a live example': 'Schlüssel und ein Beispiel zum Ausprobieren',
  'Vitrine {version}': 'Vitrine {version}',
  '“{name}” has no backup yet.': '„{name}“ hat noch keine Sicherung.',
  '“{name}” was last backed up {created_at}.': '„{name}“ wurde zuletzt gesichert: {created_at}.',
  'Backups and their schedule': 'Sicherungen und ihr Zeitplan',
  'Keep serving when all windows are closed': 'Weiterlaufen, wenn alle Fenster geschlossen sind',
  'Scripts and agents reach the catalog; an icon in the tray shows that Vitrine runs.':
    'Skripte und Agenten erreichen den Katalog; ein Symbol im Infobereich zeigt, dass Vitrine läuft.',
  'Start when I log in': 'Bei der Anmeldung starten',
  'With the choice above it starts without a window.':
    'Mit der Einstellung darüber startet Vitrine ohne Fenster.',
  'Notify me when a long job has finished': 'Benachrichtigen, wenn ein langer Vorgang beendet ist',
  'As a notification of the system, while no window of Vitrine is in front.':
    'Als Benachrichtigung des Systems, solange kein Fenster von Vitrine vorn ist.',
  'On this computer': 'Auf diesem Computer',
  'The browser does not allow notifications': 'Der Browser erlaubt keine Benachrichtigungen',
  'Allow them for this address in the settings of the browser and try again.':
    'Erlauben Sie sie für diese Adresse in den Einstellungen des Browsers, und versuchen Sie es noch einmal.',
  'When jobs end': 'Wenn Vorgänge enden',
  'As a notification of this browser, after jobs of more than 30 seconds and while this page is hidden.':
    'Als Benachrichtigung dieses Browsers, nach Vorgängen von mehr als 30 Sekunden und solange diese Seite nicht zu sehen ist.',
  'Sources may be fetched from this computer and its network':
    'Quellen dürfen von diesem Computer und aus seinem Netz abgerufen werden',
  'Every script and agent that may add sources can then read pages that only this network reaches, such as those of a router.':
    'Jedes Skript und jeder Agent, der Quellen anlegen darf, kann dann Seiten lesen, die nur dieses Netz erreicht, etwa die eines Routers.',
  '{what} was not changed': 'Nicht geändert: {what}',
  '{file} waits for an answer': '{file} wartet auf eine Antwort',
  'The answer is kept in the settings “{name}”, for the files to come too.':
    'Die Antwort wird in den Einstellungen „{name}“ aufbewahrt, auch für künftige Dateien.',
  'Import it so': 'So importieren',
  'The answer for {file} was not saved': 'Die Antwort für {file} wurde nicht gespeichert',
  'Nothing is imported from it just now': 'Zurzeit wird daraus nichts importiert',
  'Import what is put there': 'Importieren, was dort abgelegt wird',
  'Stop watching {folder}': '{folder} nicht mehr überwachen',
  'Stop watching': 'Nicht mehr überwachen',
  'Deleted settings': 'Gelöschte Einstellungen',
  'Settings of the import': 'Einstellungen des Imports',
  'No file has come yet.': 'Es ist noch keine Datei gekommen.',
  'Last files of {folder}': 'Letzte Dateien aus {folder}',
  'Report of {file}': 'Bericht zu {file}',
  'Watched folders': 'Überwachte Ordner',
  'A file that is put into a watched folder is imported by saved settings while Vitrine runs, and then moved to “done” in it, or to “failed” with the reason beside it.':
    'Eine Datei, die in einen überwachten Ordner gelegt wird, wird mit gespeicherten Einstellungen importiert, solange Vitrine läuft, und dann darin nach „done“ verschoben, oder nach „failed“ mit dem Grund daneben.',
  'Save the settings of an import first': 'Speichern Sie zuerst die Einstellungen eines Imports',
  'Import a file of the kind that will come, and save its settings in the step “Rows”. They can be chosen here then.':
    'Importieren Sie eine Datei der Art, die kommen wird, und speichern Sie ihre Einstellungen im Schritt „Zeilen“. Dann können sie hier gewählt werden.',
  'Folder to watch': 'Zu überwachender Ordner',
  Watch: 'Überwachen',

  // trash
  Trash: 'Papierkorb',
  'What is here is absent everywhere else. Restoring brings it back as it was, with its variants and with the references to it.':
    'Was hier liegt, fehlt überall sonst. Wiederherstellen bringt es zurück, wie es war, mit seinen Varianten und mit den Verweisen darauf.',
  '{total, plural, one {# entry} other {# entries}}': '{total, plural, one {# Eintrag} other {# Einträge}}',
  'Empty the trash': 'Papierkorb leeren',
  'Show more': 'Mehr anzeigen',
  'The trash is empty. Select rows in the grid and choose Move to trash.':
    'Der Papierkorb ist leer. Wählen Sie Zeilen in der Tabelle aus und dann „In den Papierkorb“.',
  'Moved with it': 'Mit verschoben',
  'Moved here': 'Hierher verschoben',
  '{others, plural, one {# more} other {# more}}': '{others, plural, one {# weiterer} other {# weitere}}',
  'Restore {name}': '{name} wiederherstellen',
  'The trash is empty': 'Der Papierkorb ist leer',
  'Empty the trash?': 'Papierkorb leeren?',
  'Remove for good': 'Endgültig entfernen',
  '{total, plural, one {# entry} other {# entries}} and what was moved with them will be removed for good. This cannot be undone.':
    '{total, plural, one {# Eintrag} other {# Einträge}} und alles, was mit in den Papierkorb kam, {total, plural, one {wird} other {werden}} endgültig entfernt. Das lässt sich nicht rückgängig machen.',

  // views
  'The view could not be saved': 'Die Ansicht konnte nicht gespeichert werden',
  'The default could not be changed': 'Die Standardansicht konnte nicht geändert werden',
  'The view could not be duplicated': 'Die Ansicht konnte nicht dupliziert werden',
  'The view could not be deleted': 'Die Ansicht konnte nicht gelöscht werden',
  'Such as: Missing prices': 'Etwa: Fehlende Preise',
  'Delete the view {name}?': 'Ansicht {name} löschen?',
  'Delete the view': 'Ansicht löschen',
  'The columns, filters and order that it keeps are lost. The rows stay as they are.':
    'Die Spalten, Filter und die Reihenfolge, die sie festhält, gehen verloren. Die Zeilen bleiben, wie sie sind.',
  'All {plural}': 'Alle {plural}',
  View: 'Ansicht',
  'Save as': 'Speichern als',
  'Rename the view': 'Ansicht umbenennen',
  'Save as a view': 'Als Ansicht speichern',
  Rename: 'Umbenennen',
  'Save the view': 'Ansicht speichern',
  'View {name}, changed': 'Ansicht {name}, geändert',
  'View {name}': 'Ansicht {name}',
  'Discard the changes': 'Änderungen verwerfen',
  'Save as a view…': 'Als Ansicht speichern …',
  'Rename…': 'Umbenennen …',
  Duplicate: 'Duplizieren',
  'Do not open with this view': 'Nicht mit dieser Ansicht öffnen',
  'Make default': 'Als Standard festlegen',
  'Delete…': 'Löschen …',
  default: 'Standard',

  // workspaces
  'The file of this workspace is no longer where it was: {span} was moved, deleted or replaced. Changes cannot be saved until it is back.':
    'Die Datei dieses Arbeitsbereichs ist nicht mehr dort, wo sie war: {span} wurde verschoben, gelöscht oder ersetzt. Änderungen können nicht gespeichert werden, bis sie zurück ist.',
  '{name} (names what is no longer there)': '{name} (nennt, was es nicht mehr gibt)',
  'This workspace came from elsewhere with {jobs, plural, one {an unfinished job, which was ended and will not run} other {# unfinished jobs, which were ended and will not run}}.':
    'Dieser Arbeitsbereich kam von anderswo mit {jobs, plural, one {einem unfertigen Vorgang, der beendet wurde und nicht läuft} other {# unfertigen Vorgängen, die beendet wurden und nicht laufen}}.',
  'Attributes from elsewhere that would ask a model by themselves after changes were switched off: {names}. Switch them on again in their settings.':
    'Attribute von anderswo, die nach Änderungen von selbst ein Modell fragen würden, wurden ausgeschaltet: {names}. Schalten Sie sie in ihren Einstellungen wieder ein.',
  'Save a copy elsewhere…': 'Kopie anderswo speichern …',
  'Imported catalog': 'Importierter Katalog',
  'New workspace': 'Neuer Arbeitsbereich',
  'One catalog in one file of its own, separate from your other workspaces.':
    'Ein Katalog in einer eigenen Datei, getrennt von Ihren anderen Arbeitsbereichen.',
  'Creating…': 'Wird angelegt …',
  'Create workspace': 'Arbeitsbereich anlegen',
  'The workspace was not created': 'Der Arbeitsbereich wurde nicht angelegt',
  'Spring collection': 'Frühjahrskollektion',
  'Give the workspace a name.': 'Geben Sie dem Arbeitsbereich einen Namen.',
  'Fill it with a sample catalog': 'Mit einem Beispielkatalog füllen',
  'About 200 products with variants, vendors, categories and pictures, to try things out.':
    'Etwa 200 Produkte mit Varianten, Anbietern, Kategorien und Bildern, zum Ausprobieren.',
  'Open a package': 'Paket öffnen',
  'Creates a new workspace from it. The package stays as it is.':
    'Legt daraus einen neuen Arbeitsbereich an. Das Paket bleibt, wie es ist.',
  'Open the package': 'Paket öffnen',
  'Vitrine was closed meanwhile. No workspace was created. Open the package again.':
    'Vitrine wurde inzwischen geschlossen. Es wurde kein Arbeitsbereich angelegt. Öffnen Sie das Paket noch einmal.',
  'It was cancelled. No workspace was created.':
    'Es wurde abgebrochen. Es wurde kein Arbeitsbereich angelegt.',
  'The package was not opened': 'Das Paket wurde nicht geöffnet',
  'Path of the package': 'Pfad des Pakets',
  'The whole path of the file, on the computer that Vitrine runs on.':
    'Der ganze Pfad der Datei auf dem Computer, auf dem Vitrine läuft.',
  'Creating the workspace': 'Der Arbeitsbereich wird angelegt',
  '{percent}% of {total} unpacked': '{percent} % von {total} entpackt',
  'Save the copy': 'Kopie speichern',
  'Save a copy elsewhere': 'Kopie anderswo speichern',
  'The copy is a whole workspace file with everything that was saved.':
    'Die Kopie ist eine ganze Arbeitsbereichsdatei mit allem, was gespeichert war.',
  'Open the copy': 'Kopie öffnen',
  'The copy was not saved': 'Die Kopie wurde nicht gespeichert',
  'Folder for the copy': 'Ordner für die Kopie',
  'The copy is saved': 'Die Kopie ist gespeichert',
  'Open it to keep working, or put the file of this workspace back where it was.':
    'Öffnen Sie sie, um weiterzuarbeiten, oder legen Sie die Datei dieses Arbeitsbereichs dorthin zurück, wo sie war.',
  'The copy could not be opened': 'Die Kopie konnte nicht geöffnet werden',
  'Version {version}. A workspace is one catalog in one file that you own.':
    'Version {version}. Ein Arbeitsbereich ist ein Katalog in einer Datei, die Ihnen gehört.',
  'Create a workspace': 'Arbeitsbereich anlegen',
  'An empty catalog': 'Ein leerer Katalog',
  'Sample catalog': 'Beispielkatalog',
  Begin: 'Erste Schritte',
  'Open a workspace file': 'Arbeitsbereichsdatei öffnen',
  'A .vitrine file from a folder of yours': 'Eine .vitrine-Datei aus einem Ihrer Ordner',
  'Try the sample catalog': 'Beispielkatalog ausprobieren',
  '200 products with variants and pictures': '200 Produkte mit Varianten und Bildern',
  'Its columns become attributes of a new workspace':
    'Ihre Spalten werden Attribute eines neuen Arbeitsbereichs',
  'A whole workspace that was saved as one file':
    'Ein ganzer Arbeitsbereich, der als eine Datei gespeichert wurde',
  'Recent workspaces': 'Zuletzt verwendete Arbeitsbereiche',
  'What you create or open is listed here.': 'Was Sie anlegen oder öffnen, steht hier.',
  // team catalogs on the start page
  'Open a team catalog': 'Team-Katalog öffnen',
  'Open a team catalog…': 'Team-Katalog öffnen …',
  'On a server that several people share': 'Auf einem Server, den sich mehrere teilen',
  'A catalog on a server that your team shares. It opens in a window of its own.':
    'Ein Katalog auf einem Server, den sich Ihr Team teilt. Er öffnet sich in einem eigenen Fenster.',
  'Asking the server…': 'Der Server wird gefragt …',
  'Open the catalog': 'Katalog öffnen',
  'Address or invitation': 'Adresse oder Einladung',
  'As the person who runs the server gave it to you. Paste an invitation as a whole.':
    'So, wie Sie sie von der Person bekommen haben, die den Server betreibt. Fügen Sie eine Einladung vollständig ein.',
  'That is not an address. One looks like https://catalog.example.':
    'Das ist keine Adresse. Eine Adresse sieht aus wie https://catalog.example.',
  'This address is not encrypted: others on the network could read along. Ask for one that begins with https://.':
    'Diese Adresse ist nicht verschlüsselt: Andere im Netz könnten mitlesen. Bitten Sie um eine, die mit https:// beginnt.',
  'Nothing answers there. Check the address, and that this computer is in the right network.':
    'Dort antwortet nichts. Prüfen Sie die Adresse, und ob dieser Computer im richtigen Netz ist.',
  'The server cannot prove that it is the one of this address: its certificate is not trusted. Ask the person who runs it; an invitation may name the certificate.':
    'Der Server kann nicht belegen, dass er der dieser Adresse ist: Seinem Zertifikat wird nicht vertraut. Fragen Sie die Person, die ihn betreibt; eine Einladung kann das Zertifikat nennen.',
  'The server shows another certificate than the one that the invitation names. Ask for a new invitation.':
    'Der Server zeigt ein anderes Zertifikat als das, das die Einladung nennt. Bitten Sie um eine neue Einladung.',
  'What answers there is not the Vitrine of a team. Check the address.':
    'Was dort antwortet, ist kein Vitrine eines Teams. Prüfen Sie die Adresse.',
  'Team catalogs': 'Team-Kataloge',
  'It could not be removed': 'Er konnte nicht entfernt werden',
  'Remove {name} from this list': '{name} aus dieser Liste entfernen',
  'This workspace is not open': 'Dieser Arbeitsbereich ist nicht geöffnet',
  'Open {name}': '{name} öffnen',
  'The address names a workspace that this Vitrine does not have open. Its file may have been moved or removed.':
    'Die Adresse nennt einen Arbeitsbereich, den dieses Vitrine nicht geöffnet hat. Seine Datei wurde vielleicht verschoben oder entfernt.',
  Workspaces: 'Arbeitsbereiche',
  'New workspace…': 'Neuer Arbeitsbereich …',
  'New workspace file…': 'Neue Arbeitsbereichsdatei …',
  'Open workspace file…': 'Arbeitsbereichsdatei öffnen …',
  'Show the file in its folder': 'Datei in ihrem Ordner anzeigen',

  // shell
  'No {plural} yet': 'Noch keine {plural}',
  'Add the first attribute': 'Das erste Attribut hinzufügen',
  'Import a file and its columns become attributes, or add attributes one by one and fill the grid by hand.':
    'Importieren Sie eine Datei, und ihre Spalten werden Attribute, oder fügen Sie einzeln Attribute hinzu und füllen Sie die Tabelle von Hand.',
  'They are added by scripts and agents through the API.':
    'Sie werden von Skripten und Agenten über die API angelegt.',
  '{matching} of {total}': '{matching} von {total}',
  '{text} entries': '{text} Einträge',
  'Add {singular}': '{singular} hinzufügen',
  'Connecting…': 'Wird verbunden …',
  'Waiting for the server on this computer.': 'Wartet auf den Server auf diesem Computer.',
  Live: 'Live',
  'Changes by scripts and agents appear here at once.':
    'Änderungen durch Skripte und Agenten erscheinen hier sofort.',
  'Not connected': 'Nicht verbunden',
  'The server does not answer. The page reconnects by itself.':
    'Der Server antwortet nicht. Die Seite verbindet sich von selbst wieder.',
  'Signed out': 'Abgemeldet',
  'The session has ended. Open Vitrine by its link again.':
    'Die Sitzung ist beendet. Öffnen Sie Vitrine wieder über seinen Link.',
  'Vitrine does not answer. Reconnecting… What you change in the grid meanwhile is sent when it is back.':
    'Vitrine antwortet nicht. Verbindung wird wiederhergestellt … Was Sie inzwischen in der Tabelle ändern, wird gesendet, wenn es zurück ist.',
  '{name} – Vitrine': '{name} – Vitrine',
  'Vitrine is starting': 'Vitrine startet',
  'Open Vitrine by its link': 'Öffnen Sie Vitrine über seinen Link',
  'This browser is not signed in. Open the link that {code} printed when it started: it lets this browser in, once.':
    'Dieser Browser ist nicht angemeldet. Öffnen Sie den Link, den {code} beim Start ausgegeben hat: Er lässt diesen Browser einmal ein.',
  'Has the link been used, or Vitrine been restarted? Start it again and open the new link it prints.':
    'Wurde der Link schon verwendet oder Vitrine neu gestartet? Starten Sie es noch einmal und öffnen Sie den neuen Link.',
  '{strong} Open the link in another tab and press Try again here to keep them.':
    '{strong} Öffnen Sie den Link in einem anderen Tab und drücken Sie hier auf „Noch einmal versuchen“, um sie zu behalten.',
  'This page holds changes that are not saved.':
    'Diese Seite enthält Änderungen, die nicht gespeichert sind.',
  'Vitrine does not answer': 'Vitrine antwortet nicht',
  'Trying again every few seconds…': 'Neuer Versuch alle paar Sekunden …',
  'AI providers': 'KI-Provider',
  Sidebar: 'Seitenleiste',
  Catalog: 'Katalog',
  Publish: 'Veröffentlichen',
  'Set up': 'Einrichten',
  'Notes and to-dos': 'Notizen und Aufgaben',
  'Help and appearance': 'Hilfe und Darstellung',
  'Help and tours': 'Hilfe und Rundgänge',
  'What is new': 'Neuerungen',
  'Expand the sidebar': 'Seitenleiste aufklappen',
  'Collapse the sidebar': 'Seitenleiste einklappen',
  'Views of {plural}': 'Ansichten: {plural}',

  // help
  Help: 'Hilfe',
  'Search the help': 'Hilfe durchsuchen',
  'Search the help, formulas and shortcuts': 'Hilfe, Formeln und Tastenkürzel durchsuchen',
  'Topics of the help': 'Themen der Hilfe',
  'What was found': 'Was gefunden wurde',
  'Nothing found. Try another word.': 'Nichts gefunden. Versuchen Sie ein anderes Wort.',
  '{count} found': '{count} gefunden',
  'Keys¦shortcut': 'Tasten',
  'What they do': 'Was sie tun',
  'Tour: {name}': 'Rundgang: {name}',
  '{name}, step {step} of {count}': '{name}, Schritt {step} von {count}',
  'Leave the tour': 'Rundgang verlassen',
  Finish: 'Fertig',
  Tours: 'Rundgänge',
  'Edit in the grid': 'In der Tabelle bearbeiten',
  'Cells, undo, search and the details of a row.': 'Zellen, Rückgängig, Suche und die Details einer Zeile.',
  'A row is a product, a column an attribute': 'Eine Zeile ist ein Produkt, eine Spalte ein Attribut',
  'Click a cell, or move with the arrow keys. Try it: the tour waits.':
    'Klicken Sie eine Zelle an, oder bewegen Sie sich mit den Pfeiltasten. Probieren Sie es: Der Rundgang wartet.',
  'Type to change a value': 'Tippen ändert einen Wert',
  'Typing replaces what the cell holds; F2 edits it. Enter saves and goes down, Esc leaves the cell as it was. There is nothing else to save.':
    'Tippen ersetzt, was in der Zelle steht; F2 bearbeitet es. Eingabe speichert und geht nach unten, Esc lässt die Zelle, wie sie war. Mehr ist nicht zu speichern.',
  'Undo anything': 'Alles lässt sich rückgängig machen',
  'Ctrl+Z undoes what you did, including a paste or a fill. Ctrl+Y redoes it.':
    'Strg+Z macht rückgängig, was Sie getan haben, auch ein Einfügen oder Ausfüllen. Strg+Y wiederholt es.',
  'Find and narrow': 'Finden und eingrenzen',
  'Search all texts here, such as “oak chair” or “sku:CH-1”. Filter below it narrows the rows by any attribute.':
    'Suchen Sie hier in allen Texten, etwa „oak chair“ oder „sku:CH-1“. Der Filter darunter grenzt die Zeilen nach jedem Attribut ein.',
  'See everything about a row': 'Alles zu einer Zeile sehen',
  'Space opens the details beside the grid: values, variants, channels, notes and history. Esc closes them.':
    'Die Leertaste öffnet die Details neben der Tabelle: Werte, Varianten, Kanäle, Notizen und Verlauf. Esc schließt sie.',
  'From a supplier’s file to rows, and back if it was wrong.':
    'Von der Datei eines Lieferanten zu Zeilen, und zurück, wenn etwas nicht stimmt.',
  'Any file of rows': 'Jede Datei mit Zeilen',
  'Import takes CSV, Excel, JSON and XML, also as shops export them. A file can be dropped anywhere on the window, too.':
    'Importieren lassen sich CSV, Excel, JSON und XML, auch so, wie Shops sie exportieren. Eine Datei können Sie auch irgendwo auf das Fenster ziehen.',
  'Columns find their attributes': 'Spalten finden ihre Attribute',
  'Vitrine proposes where each column goes, and makes new attributes where you want them. A key such as the SKU finds the products that are there already.':
    'Vitrine schlägt für jede Spalte ein Attribut vor und legt neue Attribute an, wo Sie welche wollen. Ein Schlüssel wie die Artikelnummer findet die Produkte, die es schon gibt.',
  'Check before anything is written': 'Prüfen, bevor etwas geschrieben wird',
  'Check counts what would be added, changed and left out. A cell that does not fit can be corrected there, or is left out alone.':
    'Die Prüfung zählt, was hinzukäme, sich änderte und ausgelassen würde. Eine Zelle, die nicht passt, lässt sich dort korrigieren oder wird allein ausgelassen.',
  'Undo a whole import': 'Einen ganzen Import rückgängig machen',
  'Jobs lists every import with its report. There you can undo all of it, even days later.':
    '„Vorgänge“ führt jeden Import mit seinem Bericht auf. Dort lässt er sich ganz rückgängig machen, auch Tage später.',
  'Publish to a channel': 'In einem Kanal veröffentlichen',
  'What a channel requires, what is missing, and the file it accepts.':
    'Was ein Kanal verlangt, was fehlt, und die Datei, die er annimmt.',
  'A channel says what it requires': 'Ein Kanal sagt, was er verlangt',
  'Turn on the channels that you sell through. Each has its fields, and Vitrine proposes which attribute fills which.':
    'Schalten Sie die Kanäle ein, über die Sie verkaufen. Jeder hat seine Felder, und Vitrine schlägt vor, welches Attribut welches füllt.',
  'See what is missing': 'Sehen, was fehlt',
  'The bar of a channel shows how complete the products are. Open it: the number beside a field leads to the products where it is empty.':
    'Der Balken eines Kanals zeigt, wie vollständig die Produkte sind. Öffnen Sie ihn: Die Zahl neben einem Feld führt zu den Produkten, bei denen es leer ist.',
  'Work through it': 'Abarbeiten',
  'In the grid, F9 goes from one empty required cell to the next. The completeness for a channel is a column, too.':
    'In der Tabelle geht F9 von einer leeren Pflichtzelle zur nächsten. Die Vollständigkeit für einen Kanal ist auch eine Spalte.',
  'Write the file': 'Die Datei schreiben',
  'Export writes the file exactly as the channel accepts it, with a report of what it would reject.':
    'Der Export schreibt die Datei genau so, wie der Kanal sie annimmt, mit einem Bericht darüber, was er zurückweisen würde.',

  // notes
  'Make a to-do': 'Als Aufgabe merken',
  'Edit the note: {text}': 'Notiz bearbeiten: {text}',
  'Delete the note: {text}': 'Notiz löschen: {text}',
  'Done by {name}': 'Erledigt von {name}',
  'Text of the note': 'Text der Notiz',
  'The note was not changed': 'Die Notiz wurde nicht geändert',
  'The note was not brought back': 'Die Notiz wurde nicht zurückgeholt',
  'The note was deleted': 'Die Notiz wurde gelöscht',
  'The note was not deleted': 'Die Notiz wurde nicht gelöscht',
  'Open to-dos': 'Offene Aufgaben',
  Notes: 'Notizen',
  'What you, scripts and agents have noted on rows and cells. In the grid, Shift+F2 adds one to the cell.':
    'Was Sie, Skripte und Agenten zu Zeilen und Zellen notiert haben. In der Tabelle fügt Umschalt+F2 der Zelle eine Notiz hinzu.',
  'Filter the notes': 'Notizen filtern',
  Show: 'Zeigen',
  'All types': 'Alle Arten',
  'Search the notes': 'Notizen durchsuchen',
  'Show earlier notes': 'Frühere Notizen anzeigen',
  '{count, plural, one {# to-do} other {# to-dos}}': '{count, plural, one {# Aufgabe} other {# Aufgaben}}',
  'No notes match': 'Keine passenden Notizen',
  'Nothing to do': 'Nichts zu tun',
  'Show all notes': 'Alle Notizen anzeigen',
  'Go to the products': 'Zu den Produkten',
  'Search for something else, or show all of them.':
    'Suchen Sie nach etwas anderem, oder zeigen Sie alle an.',
  'Go to a cell of the grid and press Shift+F2 to leave a note. Notes ticked as to-dos are listed here.':
    'Gehen Sie auf eine Zelle der Tabelle und drücken Sie Umschalt+F2, um etwas zu notieren. Was als Aufgabe angekreuzt ist, steht hier.',

  // quality
  Quality: 'Qualität',
  'What is wrong in the catalog, what is missing and what is duplicated, and how to fix it.':
    'Was im Katalog falsch ist, was fehlt und was doppelt vorhanden ist, und wie es sich beheben lässt.',
  Fix: 'Korrektur',
  'Quality check': 'Qualitätsprüfung',
  'Parts of the quality page': 'Teile der Seite „Qualität“',
  '{sign} Quality {score}': '{sign} Qualität {score}',
  '{sign} Quality {score}: {count, plural, one {# finding} other {# findings}}':
    '{sign} Qualität {score}: {count, plural, one {# Befund} other {# Befunde}}',
  'What rules find': 'Was Regeln beanstanden',
  '{name}: {said}': '{name}: {said}',
  'Accept “{name}” as right': '„{name}“ als richtig annehmen',
  'Accept {count} findings as right': '{count} Befunde als richtig annehmen',
  'They leave the list and count as met until their value changes. Everybody can read the reason.':
    'Sie verlassen die Liste und gelten als erfüllt, bis sich ihr Wert ändert. Den Grund können alle lesen.',
  'This is right': 'Das ist richtig',
  'Not all could be accepted': 'Nicht alle konnten angenommen werden',
  'Say in a few words why it is right.': 'Geben Sie in wenigen Worten an, warum es richtig ist.',
  'The maker writes it in capitals': 'Der Hersteller schreibt es in Großbuchstaben',
  'Any format': 'Jedes Format',
  English: 'Englisch',
  German: 'Deutsch',
  'All of them': 'Allen',
  'The same {name}': 'Gleichem Wert von {name}',
  'Say what must be true, such as: price is greater than 0.':
    'Geben Sie an, was gelten muss, etwa: Preis ist größer als 0.',
  'Must be true': 'Muss gelten',
  'At least (characters)': 'Mindestens (Zeichen)',
  'At most (characters)': 'Höchstens (Zeichen)',
  'A regular expression for the whole value.': 'Ein regulärer Ausdruck für den ganzen Wert.',
  'Allowed values': 'Erlaubte Werte',
  'One a line. Capitals do not matter.': 'Einer je Zeile. Groß- und Kleinschreibung zählt nicht.',
  'Banned words': 'Verbotene Wörter',
  'One a line. Whole words are found, however written.':
    'Eines je Zeile. Gefunden werden ganze Wörter, wie auch immer geschrieben.',
  'Compared within': 'Verglichen mit',
  'How far is too far': 'Wie weit ist zu weit',
  'In deviations from the middle; 5 if left empty.': 'In Abweichungen von der Mitte; ohne Angabe 5.',
  'With a word of at least (letters)': 'Mit einem Wort von mindestens (Buchstaben)',
  'Names of makers and codes are short: 5 skips LG 32LT380H LED TV.':
    'Namen von Herstellern und Codes sind kurz: 5 überspringt LG 32LT380H LED TV.',
  'Width at least (pixels)': 'Breite mindestens (Pixel)',
  'Height at least (pixels)': 'Höhe mindestens (Pixel)',
  'Size at most (bytes)': 'Größe höchstens (Byte)',
  'Width to height, such as 1:1 or 4:3.': 'Breite zu Höhe, etwa 1:1 oder 4:3.',
  Decision: 'Entscheidung',
  Findings: 'Befunde',
  Chosen: 'Gewählt',
  'Choose {name}': '{name} wählen',
  'the whole row': 'die ganze Zeile',
  'Reopen: {name}': 'Wieder öffnen: {name}',
  'This is right: {name}': 'Das ist richtig: {name}',
  'Checked {ago}': 'Geprüft: {ago}',
  '“{reason}” – {name}, {ago}': '„{reason}“ – {name}, {ago}',
  'Filter the findings': 'Befunde filtern',
  Severity: 'Schweregrad',
  'Any severity': 'Jeder Schweregrad',
  'Open findings': 'Offene Befunde',
  'Accepted as right': 'Als richtig angenommen',
  'The finding could not be shown': 'Der Befund konnte nicht angezeigt werden',
  'Arrow keys move, Enter opens the cell, R reopens the finding':
    'Die Pfeiltasten bewegen, die Eingabetaste öffnet die Zelle, R öffnet den Befund wieder',
  'Arrow keys move, Space chooses, Enter opens the cell, A accepts':
    'Die Pfeiltasten bewegen, die Leertaste wählt aus, die Eingabetaste öffnet die Zelle, A nimmt an',
  'These are right…': 'Diese sind richtig …',
  'Show more findings': 'Weitere Befunde anzeigen',
  '{total, plural, one {# finding} other {# findings}}': '{total, plural, one {# Befund} other {# Befunde}}',
  '{total, plural, one {# finding} other {# findings}}, {chosen} chosen':
    '{total, plural, one {# Befund} other {# Befunde}}, {chosen} gewählt',
  'Nothing was accepted yet': 'Noch nichts wurde angenommen',
  'What is right although a rule says otherwise is accepted in the list of findings, with a reason. It is listed here until its value changes.':
    'Was richtig ist, obwohl eine Regel es anders sagt, wird in der Liste der Befunde mit einem Grund angenommen. Hier steht es, bis sich sein Wert ändert.',
  'This rule finds nothing any more.': 'Diese Regel findet nichts mehr.',
  'No findings': 'Keine Befunde',
  'No findings match': 'Keine passenden Befunde',
  'Show all findings': 'Alle Befunde anzeigen',
  'Choose another severity or attribute, or show all findings.':
    'Wählen Sie einen anderen Schweregrad oder ein anderes Attribut, oder zeigen Sie alle Befunde an.',
  'Nothing is wrong': 'Alles in Ordnung',
  '{count, plural, one {# rule checks} other {# rules check}} the {plural} and {count, plural, one {finds} other {find}} nothing.':
    '{count, plural, one {# Regel prüft} other {# Regeln prüfen}} die {plural} und {count, plural, one {beanstandet} other {beanstanden}} nichts.',
  'So far only what attributes and channels ask for is checked.':
    'Bisher wird nur geprüft, was Attribute und Kanäle verlangen.',
  'Nothing is checked yet': 'Noch wird nichts geprüft',
  'Write a rule': 'Eine Regel schreiben',
  'Switch on the checks that ship with Vitrine': 'Die mitgelieferten Prüfungen einschalten',
  'Rules say what good {plural} look like. What breaks them is listed here, each finding with a link to its cell, and can be fixed one by one or all at once.':
    'Regeln sagen, wie gute {plural} aussehen. Was gegen sie verstößt, steht hier, jeder Befund mit einem Link zu seiner Zelle, und lässt sich einzeln oder auf einmal beheben.',
  'Your rules': 'Ihre Regeln',
  'Checks that ship with Vitrine': 'Mitgelieferte Prüfungen',
  'From the constraints of attributes': 'Aus den Vorgaben von Attributen',
  'From channels': 'Aus Kanälen',
  'Is filled in': 'Ist ausgefüllt',
  'Finds where a value is missing.': 'Findet, wo ein Wert fehlt.',
  'Meets conditions': 'Erfüllt Bedingungen',
  'Finds what does not meet all of your conditions.': 'Findet, was Ihre Bedingungen nicht alle erfüllt.',
  'Length of the text': 'Länge des Textes',
  'Finds texts that are too short or too long.': 'Findet Texte, die zu kurz oder zu lang sind.',
  'Fits a pattern': 'Passt zu einem Muster',
  'Finds values that do not fit a regular expression as a whole.':
    'Findet Werte, die nicht als Ganzes zu einem regulären Ausdruck passen.',
  'Is one of a list': 'Steht in einer Liste',
  'Finds values that are not in your list.': 'Findet Werte, die nicht in Ihrer Liste stehen.',
  'Is unique together': 'Ist in Kombination eindeutig',
  'Finds those that have the same values in all of the attributes.':
    'Findet, was in allen Attributen dieselben Werte hat.',
  'Is a valid GTIN': 'Ist eine gültige GTIN',
  'Finds codes whose length or check digit is wrong.': 'Findet Codes mit falscher Länge oder Prüfziffer.',
  'Has no banned words': 'Hat keine verbotenen Wörter',
  'Finds texts with one of your words.': 'Findet Texte mit einem Ihrer Wörter.',
  'Has no HTML': 'Hat kein HTML',
  'Finds texts with tags in them.': 'Findet Texte, in denen Tags stehen.',
  'Is valid HTML': 'Ist gültiges HTML',
  'Finds texts with tags that are not closed or not known.':
    'Findet Texte mit Tags, die nicht geschlossen oder nicht bekannt sind.',
  'Is not all capitals': 'Ist nicht nur in Großbuchstaben',
  'Finds texts without a single lower-case letter.': 'Findet Texte ohne einen einzigen Kleinbuchstaben.',
  'Is no placeholder': 'Ist kein Platzhalter',
  'Finds lorem ipsum, “tbd”, “xxx” and the like.': 'Findet Lorem ipsum, „tbd“, „xxx“ und Ähnliches.',
  'Has the usual unit': 'Hat die übliche Einheit',
  'Finds values whose unit is not the most frequent one.':
    'Findet Werte, deren Einheit nicht die häufigste ist.',
  'Is no outlier': 'Ist kein Ausreißer',
  'Finds numbers far from those of their kind.': 'Findet Zahlen, die weit von denen ihrer Art liegen.',
  'Differs from its parent': 'Unterscheidet sich vom übergeordneten Produkt',
  'Finds variants that have the same values as their product.':
    'Findet Varianten mit denselben Werten wie ihr Produkt.',
  'Is a good picture': 'Ist ein gutes Bild',
  'Finds pictures that are too small, too heavy or the wrong format.':
    'Findet Bilder, die zu klein, zu groß oder im falschen Format sind.',
  'Has a link that answers': 'Hat einen Link, der antwortet',
  'Finds web addresses that lead nowhere.': 'Findet Webadressen, die ins Leere führen.',
  'Is spelled right': 'Ist richtig geschrieben',
  'Finds words that the dictionary does not know.': 'Findet Wörter, die das Wörterbuch nicht kennt.',
  'Is in one language': 'Ist in einer Sprache',
  'Finds texts in another language than most of the attribute.':
    'Findet Texte in einer anderen Sprache als die meisten des Attributs.',
  'Edit the rule “{name}”': 'Regel „{name}“ bearbeiten',
  'New rule': 'Neue Regel',
  'Save the rule': 'Regel speichern',
  'Add the rule': 'Regel anlegen',
  '“{name}” was saved': '„{name}“ wurde gespeichert',
  '“{name}” is checked from now on': '„{name}“ wird ab jetzt geprüft',
  'Give the rule a name.': 'Geben Sie der Regel einen Namen.',
  'Enter a whole number from {min} to {max}.': 'Geben Sie eine ganze Zahl von {min} bis {max} ein.',
  'Choose at least one attribute.': 'Wählen Sie mindestens ein Attribut.',
  'Enter how short or how long the text may be.': 'Geben Sie an, wie kurz oder wie lang der Text sein darf.',

  'Add a condition.': 'Fügen Sie eine Bedingung hinzu.',
  'This is required.': 'Diese Angabe ist nötig.',
  'Title fits Google': 'Titel passt zu Google',
  'Weight in the score (1 to 10)': 'Gewicht in der Punktzahl (1 bis 10)',
  'What is checked': 'Was geprüft wird',
  'Find a check': 'Prüfung suchen',
  'Only where': 'Nur wo',
  'No condition: all {plural} are checked.': 'Keine Bedingung: Alle {plural} werden geprüft.',
  'What a finding says': 'Was ein Befund sagt',
  'Type @ to put in the value of an attribute. Empty: the name of the rule.':
    'Mit @ wird der Wert eines Attributs eingesetzt. Leer: der Name der Regel.',
  'Google cuts titles behind 150 characters.': 'Google kürzt Titel nach 150 Zeichen.',
  'The checks were not started': 'Die Prüfung wurde nicht gestartet',
  'German spelling was not checked': 'Die deutsche Rechtschreibung wurde nicht geprüft',
  'German needs a dictionary that does not come with the program. Put de.aff and de.dic, as LibreOffice has them, into the folder “dictionaries” of the data folder.':
    'Für Deutsch ist ein Wörterbuch nötig, das nicht mitgeliefert wird. Legen Sie de.aff und de.dic, etwa von LibreOffice, in den Ordner „dictionaries“ im Datenordner.',
  'Check now': 'Jetzt prüfen',
  'Not checked yet: {what}': 'Noch nicht geprüft: {what}',
  'Checked {ago}: {what}': 'Geprüft {ago}: {what}',
  pictures: 'Bilder',
  links: 'Links',
  spelling: 'Rechtschreibung',
  languages: 'Sprachen',
  'The checks stopped': 'Die Prüfung wurde abgebrochen',
  'Fix all: {name}': 'Alle beheben: {name}',
  'What would change is shown first. The fix is one step and can be undone.':
    'Zuerst sehen Sie, was sich ändern würde. Die Korrektur ist ein einziger Schritt und lässt sich rückgängig machen.',
  'Change {count, plural, one {# value} other {# values}}':
    '{count, plural, one {# Wert} other {# Werte}} ändern',
  'Nothing was changed': 'Nichts wurde geändert',
  'Changing the values': 'Die Werte werden geändert',
  'What to do': 'Was zu tun ist',
  'This changes none of {all}: they need another fix, or a look at each.':
    'Das ändert nichts an {all}: Wählen Sie eine andere Korrektur, oder sehen Sie die Befunde einzeln durch.',
  '{changed} of {all} would change.': '{changed} von {all} würden sich ändern.',
  'The fix was stopped.': 'Die Korrektur wurde abgebrochen.',
  'The fix was undone': 'Die Korrektur wurde rückgängig gemacht',
  'The fix was not undone': 'Die Korrektur wurde nicht rückgängig gemacht',
  '{count, plural, one {# value} other {# values}} changed':
    '{count, plural, one {# Wert} other {# Werte}} geändert',
  'Trim spaces': 'Leerzeichen am Rand entfernen',
  'Takes away spaces and line breaks at both ends.':
    'Nimmt Leerzeichen und Zeilenumbrüche an beiden Enden weg.',
  'Collapse spaces': 'Leerzeichen zusammenfassen',
  'Makes one space of several.': 'Macht aus mehreren Leerzeichen eines.',
  'Remove HTML': 'HTML entfernen',
  'Takes tags away and keeps their text.': 'Nimmt Tags weg und behält ihren Text.',
  'Fix capitals': 'Großschreibung korrigieren',
  'Writes words in capitals with a capital first letter; codes stay.':
    'Schreibt Wörter in Großbuchstaben mit großem Anfangsbuchstaben; Codes bleiben.',
  'Convert to the usual unit': 'In die übliche Einheit umrechnen',
  'Converts measures to the unit that most values have.':
    'Rechnet Maße in die Einheit um, die die meisten Werte haben.',
  'Correct the check digit': 'Prüfziffer korrigieren',
  'Computes the last digit of GTINs again, and puts lost zeros in front.':
    'Berechnet die letzte Ziffer von GTINs neu und setzt verlorene Nullen davor.',
  'Fix all…': 'Alle beheben …',
  'Show in the grid': 'In der Tabelle anzeigen',
  'Rules that find something': 'Regeln mit Befunden',
  'Find a rule': 'Regel suchen',
  'All findings': 'Alle Befunde',
  Rule: 'Regel',
  Weight: 'Gewicht',
  Found: 'Befunde',
  'Change¦verb': 'Ändern',
  'Severity of {name}': 'Schweregrad von {name}',
  'Weight of {name}': 'Gewicht von {name}',
  'off¦switch': 'aus',
  'not checked yet': 'noch nicht geprüft',
  'needs {names}': 'braucht {names}',
  '{failing} of {checked}': '{failing} von {checked}',
  'To the channels': 'Zu den Kanälen',
  'Edit the attribute': 'Attribut bearbeiten',
  'What it finds now': 'Was sie jetzt findet',
  'This check takes a while: it runs with “Check now” once the rule is saved, and only on what has changed since.':
    'Diese Prüfung braucht ihre Zeit: Sie läuft mit „Jetzt prüfen“, sobald die Regel gespeichert ist, und nur über das, was sich seither geändert hat.',
  'As soon as the check is complete, it is tried out here.':
    'Sobald die Prüfung vollständig ist, wird sie hier ausprobiert.',
  'No findings in {all}.': 'Keine Befunde. Geprüft: {all}.',
  '{failing} of {all}.': 'Befunde: {failing}. Geprüft: {all}.',
  'The first findings': 'Die ersten Befunde',
  '{kind}: {names}': '{kind}: {names}',
  'Constraint of the attribute': 'Vorgabe des Attributs',
  'What the channel asks for': 'Was der Kanal verlangt',
  'Delete “{name}”?': '„{name}“ löschen?',
  'Delete the rule': 'Regel löschen',
  'The rule was not deleted': 'Die Regel wurde nicht gelöscht',
  'Its findings are deleted, accepted ones included. Values stay as they are. To keep the rule for later, switch it off instead.':
    'Ihre Befunde werden entfernt, auch die angenommenen. Werte bleiben, wie sie sind. Um die Regel für später zu behalten, schalten Sie sie stattdessen aus.',
  'No rule of yours yet. Write one, or switch on checks that ship with Vitrine below.':
    'Noch keine eigene Regel. Schreiben Sie eine, oder schalten Sie unten mitgelieferte Prüfungen ein.',
  'These follow from how attributes and channels are set up, and are changed there. They do not count in the score.':
    'Diese folgen aus der Einrichtung von Attributen und Kanälen und werden dort geändert. In der Punktzahl zählen sie nicht.',
  'Switch all on': 'Alle einschalten',
  'From now on the score is recorded once a day: its history shows here from tomorrow.':
    'Ab jetzt wird täglich ein Wert aufgezeichnet: Ab morgen zeigt sich hier der Verlauf.',
  'From {before} on {since} to {score} on {day}': 'Von {before} am {since} auf {score} am {day}',
  'As a table': 'Als Tabelle',
  'Score by day': 'Punktzahl nach Tagen',
  Score: 'Punktzahl',
  Entries: 'Einträge',
  'There is nothing to group yet.': 'Noch gibt es nichts zu gruppieren.',
  'Scores of groups': 'Punktzahlen der Gruppen',
  'Without one': 'Ohne Angabe',
  'of 100': 'von 100',
  'The share of checks that are met, each by its weight, over all that apply. What was accepted as right counts as met.':
    'Der Anteil der erfüllten Prüfungen nach ihrem Gewicht, von allen, die gelten. Was als richtig angenommen wurde, gilt als erfüllt.',
  'Where there is most to do': 'Wo am meisten zu tun ist',
  'Grouped by': 'Gruppiert nach',
  '{count, plural, one {# finding is} other {# findings are}} accepted as right':
    '{count, plural, one {# Befund ist} other {# Befunde sind}} als richtig angenommen',
  '{count, plural, one {# finding is} other {# findings are}} open again':
    '{count, plural, one {# Befund ist} other {# Befunde sind}} wieder offen',
  'Not all could be reopened': 'Nicht alle konnten wieder geöffnet werden',
  '“{name}” was not changed': '„{name}“ wurde nicht geändert',
  'These need attributes that are not there: {names}.':
    'Diese brauchen Attribute, die es nicht gibt: {names}.',
  'No check could be switched on': 'Keine Prüfung konnte eingeschaltet werden',
  '{on, plural, one {# check is} other {# checks are}} switched on':
    '{on, plural, one {# Prüfung ist} other {# Prüfungen sind}} eingeschaltet',
  '“{name}” was deleted': '„{name}“ wurde gelöscht',
  Error: 'Fehler',
  Warning: 'Warnung',
  Hint: 'Hinweis',
  'Quality score': 'Qualitätspunktzahl',
  Remarks: 'Bemerkungen',
  'What was said last about the row or its cells. Press Enter to read all of it and to answer.':
    'Was zuletzt über die Zeile oder ihre Zellen gesagt wurde. Drücken Sie die Eingabetaste, um alles zu lesen und zu antworten.',
  'Found by the rule': 'Befund der Regel',
  'Has findings': 'Hat Befunde',
  today: 'heute',
  yesterday: 'gestern',
  tomorrow: 'morgen',
  'this week': 'diese Woche',
  'last week': 'letzte Woche',
  'next week': 'nächste Woche',
  'this month': 'dieser Monat',
  'last month': 'letzter Monat',
  'next month': 'nächster Monat',
  'this year': 'dieses Jahr',
  'last year': 'letztes Jahr',
  'next year': 'nächstes Jahr',
  'last {count, plural, one {# day} other {# days}}':
    '{count, plural, one {letzter # Tag} other {letzte # Tage}}',
  'next {count, plural, one {# day} other {# days}}':
    '{count, plural, one {nächster # Tag} other {nächste # Tage}}',
  'last {count, plural, one {# week} other {# weeks}}':
    '{count, plural, one {letzte # Woche} other {letzte # Wochen}}',
  'next {count, plural, one {# week} other {# weeks}}':
    '{count, plural, one {nächste # Woche} other {nächste # Wochen}}',
  'last {count, plural, one {# month} other {# months}}':
    '{count, plural, one {letzter # Monat} other {letzte # Monate}}',
  'next {count, plural, one {# month} other {# months}}':
    '{count, plural, one {nächster # Monat} other {nächste # Monate}}',
  'last {count, plural, one {# year} other {# years}}':
    '{count, plural, one {letztes # Jahr} other {letzte # Jahre}}',
  'next {count, plural, one {# year} other {# years}}':
    '{count, plural, one {nächstes # Jahr} other {nächste # Jahre}}',
  'last … days': 'letzte … Tage',
  'next … days': 'nächste … Tage',
  ascending: 'aufsteigend',
  descending: 'absteigend',
  checked: 'angekreuzt',
  round: 'runden',
  add: 'hinzufügen',
  remove: 'entfernen',
  compute: 'berechnen',
  clear: 'leeren',
  tables: 'Tabellen',
  divs: 'Div-Elemente',
  spans: 'Span-Elemente',
  videos: 'Videos',
  scripts: 'Skripte',
  comments: 'Kommentare',
  styles: 'Stile',
  classes: 'Klassen',
  ids: 'Kennungen',
  '{name} (missing)': '{name} (fehlt)',
  'Has remarks': 'Hat Bemerkungen',
  'Open comments': 'Offene Kommentare',
  'How many of the checks that apply are met. The details show what is wrong.':
    'Wie viele der geltenden Prüfungen erfüllt sind. Die Details zeigen, was nicht stimmt.',
  Clusters: 'Gruppen ähnlicher Werte',
  Duplicates: 'Dubletten',

  // generation
  '{input, plural, one {# token} other {# tokens}} in, {output} out':
    '{input, plural, one {# Eingabe-Token} other {# Eingabe-Token}}, {output} Ausgabe-Token',
  'free¦of charge': 'kostenlos',
  'cost not known': 'Kosten nicht bekannt',
  '{low} to {high}': '{low} bis {high}',
  '{count, plural, one {# has a value} other {# have a value}}':
    '{count, plural, one {# hat einen Wert} other {# haben einen Wert}}',
  '{count, plural, one {# is up to date} other {# are up to date}}':
    '{count, plural, one {# ist aktuell} other {# sind aktuell}}',
  '{count, plural, one {# lacks a value that it needs} other {# lack a value that they need}}':
    '{count, plural, one {# fehlt ein Wert, den er braucht} other {# fehlt ein Wert, den sie brauchen}}',
  '{count, plural, one {# was written by hand} other {# were written by hand}}':
    '{count, plural, one {# wurde von Hand geschrieben} other {# wurden von Hand geschrieben}}',
  '{count, plural, one {# needs a web search} other {# need a web search}}, which the provider does not have':
    '{count, plural, one {# braucht eine Websuche} other {# brauchen eine Websuche}}, die der Provider nicht hat',
  '{total, plural, one {# value} other {# values}} skipped: {told}.':
    '{total, plural, one {# Wert} other {# Werte}} übersprungen: {told}.',
  'Picture {place}': 'Bild {place}',
  'A linked source': 'Eine verknüpfte Quelle',
  'Not stated: what was sent does not say it.': 'Nicht angegeben: Das Gesendete enthält es nicht.',
  'The model gave no answer.': 'Das Modell hat nicht geantwortet.',
  'The model was not asked about this row.': 'Zu dieser Zeile wurde das Modell nicht gefragt.',
  'Skipped: it lacks a value that the attribute needs.':
    'Übersprungen: Ihr fehlt ein Wert, den das Attribut braucht.',
  'Skipped: the provider cannot search the web.': 'Übersprungen: Der Provider kann nicht im Web suchen.',
  'a row without a name': 'eine Zeile ohne Namen',
  'Asks {model} about {names}. About {tokens}: {cost}.': 'Fragt {model} zu {names}. Etwa {tokens}: {cost}.',
  'Proposed value': 'Vorgeschlagener Wert',
  'Generated, then edited': 'Generiert, dann bearbeitet',
  'Generated, out of date': 'Generiert, veraltet',
  'A proposed value waits for a decision.': 'Ein vorgeschlagener Wert wartet auf eine Entscheidung.',
  '{open} proposed values wait for a decision.': '{open} vorgeschlagene Werte warten auf eine Entscheidung.',
  'Generated on {day}': 'Am {day} generiert',
  'Generated by {model}': 'Von {model} generiert',
  'Generated by {model} on {day}': 'Von {model} am {day} generiert',
  '{made}, and edited since.': '{made}, seitdem bearbeitet.',
  '{made}. What it was made of has changed since: it may be out of date.':
    '{made}. Woraus er entstand, hat sich seitdem geändert: Er ist vielleicht veraltet.',
  'Add an AI provider first: a model that runs on this computer, in Ollama or LM Studio for example, is free.':
    'Fügen Sie zuerst einen KI-Provider hinzu: Ein Modell, das auf diesem Computer läuft, etwa in Ollama oder LM Studio, ist kostenlos.',
  'Add a provider': 'Provider hinzufügen',
  'Only where these have a value': 'Nur, wo diese einen Wert haben',
  'Any row': 'Jede Zeile',
  'Type @ to put in the value of another attribute.':
    'Tippen Sie @, um den Wert eines anderen Attributs einzusetzen.',
  'Uses {value}.': 'Verwendet {value}.',
  Instructions: 'Anweisungen',
  'Two sentences about what it is made of. Plain words, no praise.':
    'Zwei Sätze darüber, woraus es gemacht ist. Schlichte Worte, kein Lob.',
  'What the model may read': 'Was das Modell lesen darf',
  'Attributes of the {singular}': 'Attribute des Eintrags ({singular})',
  'The values that the row has. What is generated itself is read only where the instructions name it.':
    'Die Werte, die die Zeile hat. Was selbst generiert wird, wird nur gelesen, wo die Anweisungen es nennen.',
  'Linked sources': 'Verknüpfte Quellen',
  'The passages that fit best, of the sources that the {singular} is linked to.':
    'Die am besten passenden Stellen der Quellen, mit denen der Eintrag ({singular}) verknüpft ist.',
  'Made smaller before they are sent. The model has to understand pictures.':
    'Vor dem Senden verkleinert. Das Modell muss Bilder verstehen.',
  'Web search': 'Websuche',
  'Which attributes': 'Welche Attribute',
  'All that have a value': 'Alle, die einen Wert haben',
  'Which pictures': 'Welche Bilder',
  'All pictures': 'Alle Bilder',
  '{name} cannot search the web: with it, every row is skipped.':
    '{name} kann nicht im Web suchen: Damit wird jede Zeile übersprungen.',
  'The provider searches for each row and may charge for it. Quotes from the web are not checked.':
    'Der Provider sucht für jede Zeile und berechnet es vielleicht. Zitate aus dem Web werden nicht geprüft.',
  'Image model': 'Bildmodell',
  'As set for the provider': 'Wie beim Provider eingestellt',
  'Pictures to choose from': 'Bilder zur Auswahl',
  Shape: 'Format',
  'As the model makes it': 'Wie das Modell es macht',
  'Only when a run is started': 'Nur wenn ein Lauf gestartet wird',
  'By itself, where there is no value': 'Von selbst, wo kein Wert ist',
  'By itself, also where what it was made of has changed':
    'Von selbst, auch wo sich geändert hat, woraus es entstand',
  'Proposed some seconds after a change, within the daily budget of the workspace.':
    'Vorgeschlagen einige Sekunden nach einer Änderung, innerhalb des Tagesbudgets des Arbeitsbereichs.',
  Model: 'Modell',
  'Empty: the model of the provider. A run can name another one.':
    'Leer: das Modell des Providers. Ein Lauf kann ein anderes nennen.',
  'The braces are empty. Type @ to choose an attribute.':
    'Die Klammern sind leer. Tippen Sie @, um ein Attribut zu wählen.',
  'No attribute has the key {unknown}. Type @ to choose one.':
    'Kein Attribut hat den Schlüssel {unknown}. Tippen Sie @, um eines zu wählen.',
  Default: 'Standard',
  '{kind} at {address}': '{kind} unter {address}',
  'Make {name} the default': '{name} als Standard festlegen',
  Edit: 'Bearbeiten',
  'Test {name}': '{name} testen',
  Test: 'Testen',
  Texts: 'Texte',
  Videos: 'Videos',
  Stored: 'Gespeichert',
  Price: 'Preis',
  'No model chosen': 'Kein Modell gewählt',
  'Model for texts of {name}': 'Modell für Texte von {name}',
  'Find a model': 'Modell suchen',
  'Asking {name}… A local model may have to be loaded first.':
    '{name} wird gefragt … Ein lokales Modell muss vielleicht erst geladen werden.',
  '{name} did not pass the test': '{name} hat den Test nicht bestanden',
  'Add an AI provider': 'KI-Provider hinzufügen',
  'Add the provider': 'Provider hinzufügen',
  'What do you want to add?': 'Was möchten Sie hinzufügen?',
  Ollama: 'Ollama',
  'LM Studio': 'LM Studio',
  Anthropic: 'Anthropic',
  Google: 'Google',
  'Type a number, such as 0.25.': 'Geben Sie eine Zahl ein, etwa 0,25.',
  'Give it a name.': 'Geben Sie einen Namen ein.',
  'Model for texts': 'Modell für Texte',
  'You can leave this empty and choose from its list afterwards.':
    'Sie können das Feld leer lassen und danach aus der Liste wählen.',
  'Saving deletes the stored key, because it was entered for another server. Enter the key of the new one, if it needs one.':
    'Beim Speichern wird der gespeicherte Schlüssel gelöscht, weil er für einen anderen Server eingegeben wurde. Geben Sie den Schlüssel des neuen ein, falls er einen braucht.',
  'Delete the stored key': 'Gespeicherten Schlüssel löschen',
  'A key is stored and never shown. Leave this empty to keep it, or enter a new one.':
    'Ein Schlüssel ist gespeichert und wird nie angezeigt. Lassen Sie das Feld leer, um ihn zu behalten, oder geben Sie einen neuen ein.',
  'Local servers rarely need one. It is never shown again.':
    'Lokale Server brauchen selten einen. Er wird nie wieder angezeigt.',
  'It is stored outside of your workspaces and never shown again.':
    'Er wird außerhalb Ihrer Arbeitsbereiche gespeichert und nie wieder angezeigt.',
  'Pictures, videos, prices and limits': 'Bilder, Videos, Preise und Grenzen',
  'Model for pictures': 'Modell für Bilder',
  'Model for videos': 'Modell für Videos',
  'Model for embeddings': 'Modell für Embeddings',
  'Finds values of the same meaning, under Quality › Clusters.':
    'Findet Werte gleicher Bedeutung, unter Qualität › Gruppen ähnlicher Werte.',
  Embeddings: 'Embeddings',
  'Simultaneous requests': 'Gleichzeitige Anfragen',
  'Requests per minute': 'Anfragen pro Minute',
  'No limit': 'Keine Grenze',
  'Not known': 'Nicht bekannt',
  'Prices in US dollars': 'Preise in US-Dollar',
  'Per million tokens in': 'Je Million Eingabe-Token',
  'Per million tokens out': 'Je Million Ausgabe-Token',
  'Per picture': 'Je Bild',
  'Per second of video': 'Je Sekunde Video',
  'They count for all its models, instead of the prices that Vitrine knows. Leave all four empty to go by those.':
    'Sie gelten für alle Modelle des Providers, anstelle der Preise, die Vitrine kennt. Lassen Sie alle vier Felder leer, um die bekannten Preise zu verwenden.',
  'OpenAI-compatible server': 'OpenAI-kompatibler Server',
  'Free and local': 'Kostenlos und lokal',
  'Another OpenAI-compatible server': 'Anderer OpenAI-kompatibler Server',
  'vLLM, OpenRouter and others': 'vLLM, OpenRouter und andere',
  'Paid, with a key': 'Kostenpflichtig, mit Schlüssel',
  'Counts as free, as it runs on your own computer or network.':
    'Gilt als kostenlos, da es auf Ihrem eigenen Computer oder in Ihrem Netz läuft.',
  'Entered by you on {day}.': 'Von Ihnen eingegeben am {day}.',
  'From the list of {day}.': 'Aus der Liste vom {day}.',
  '{image} per picture': '{image} je Bild',
  '{video} per second of video': '{video} je Sekunde Video',
  'Texts not known': 'Texte nicht bekannt',
  'Texts are free': 'Texte sind kostenlos',
  '{input} in and {output} out per million tokens':
    '{input} für Eingabe und {output} für Ausgabe je Million Token',
  'not known': 'nicht bekannt',
  'It answers in the form that it is given, which is the most reliable way.':
    'Es antwortet in der vorgegebenen Form, das ist am verlässlichsten.',
  'It answers in JSON, and the prompt describes the form.':
    'Es antwortet in JSON, und der Prompt beschreibt die Form.',
  'It answers in plain text, and the values are picked out of it.':
    'Es antwortet in einfachem Text, und die Werte werden daraus entnommen.',
  'Answered in {milliseconds} ms.': 'Antwort in {milliseconds} ms.',
  'It lists no models: enter the name of one under Edit.':
    'Er führt keine Modelle auf: Geben Sie unter „Bearbeiten“ den Namen eines Modells ein.',
  'It lists {count, plural, one {# model} other {# models}}: choose the one that writes texts.':
    'Er führt {count, plural, one {# Modell} other {# Modelle}} auf: Wählen Sie das, das Texte schreibt.',
  Spend: 'Ausgaben',
  'They run the models that write values for you, in all workspaces. They are sent what an attribute’s prompt and its tools ask for, and nothing else.':
    'Sie betreiben die Modelle, die für Sie Werte schreiben, in allen Arbeitsbereichen. Gesendet wird, was Prompt und Werkzeuge eines Attributs verlangen, und sonst nichts.',
  'No provider yet. Ollama and LM Studio run models on this computer: they are free, and nothing of your catalog leaves it.':
    'Noch kein Provider. Ollama und LM Studio lassen Modelle auf diesem Computer laufen: Sie sind kostenlos, und nichts aus Ihrem Katalog verlässt ihn.',
  'the provider': 'der Provider',
  'Delete the provider': 'Provider löschen',
  'Its key is deleted too.': 'Auch sein Schlüssel wird gelöscht.',
  'The values that it has written stay.': 'Die Werte, die er geschrieben hat, bleiben.',
  '{name} becomes the default.': '{name} wird zum Standard.',
  'Accept all that are verified?': 'Alle belegten annehmen?',
  Accept: 'Annehmen',
  'Accept {total}': '{total} annehmen',
  'None of the filtered open proposals has a quote that was found.':
    'Keiner der gefilterten offenen Vorschläge hat ein Zitat, das gefunden wurde.',
  '{total, plural, one {# filtered proposal has} other {# filtered proposals have}} a quote that was found in its source, counting those not loaded yet. Their values are written. What somebody has changed since stays open. All of it can be undone in one step.':
    '{total, plural, one {# gefilterter Vorschlag hat} other {# gefilterte Vorschläge haben}} ein Zitat, das in der Quelle gefunden wurde; noch nicht geladene sind mitgezählt. Ihre Werte werden geschrieben. Was seitdem jemand geändert hat, bleibt offen. Alles lässt sich in einem Schritt rückgängig machen.',
  Proposed: 'Vorgeschlagen',
  'The words are the same: only the formatting differs.':
    'Die Wörter sind dieselben: Nur die Formatierung unterscheidet sich.',
  Empty: 'Leer',
  'No evidence was given: compare the value with what you know.':
    'Kein Beleg wurde angegeben: Vergleichen Sie den Wert mit dem, was Sie wissen.',
  'Found in': 'Gefunden in',
  'No longer in': 'Steht nicht mehr in',
  'Not found in': 'Nicht gefunden in',
  'Cannot be checked here:': 'Hier nicht prüfbar:',
  'It says:': 'Dort steht:',
  'picture {rest}': 'Bild {rest}',
  'a source that is gone': 'eine Quelle, die es nicht mehr gibt',
  Verified: 'Belegt',
  'A quote is wrong': 'Ein Zitat ist falsch',
  'Quote not found': 'Zitat nicht gefunden',
  'Not checked': 'Nicht geprüft',
  'No evidence': 'Kein Beleg',
  'Proposal in focus': 'Vorschlag im Fokus',
  'This attribute is not defined any more.': 'Dieses Attribut ist nicht mehr definiert.',
  Evidence: 'Belege',
  'Stale: what it was made of has changed': 'Veraltet: Woraus es entstand, hat sich geändert',
  'Only this {type}': 'Nur dieser Eintrag ({type})',
  'Only {name}': 'Nur {name}',
  'Nothing was written. Compare again: accepting once more writes over what is there now.':
    'Es wurde nichts geschrieben. Vergleichen Sie noch einmal: Erneutes Annehmen überschreibt, was jetzt da ist.',
  'Nothing was written. Edit the value, or reject it.':
    'Es wurde nichts geschrieben. Bearbeiten Sie den Wert, oder lehnen Sie ihn ab.',
  'Accepted.': 'Angenommen.',
  'Rejected.': 'Abgelehnt.',
  'Now, changed since': 'Jetzt, seitdem geändert',
  'Which picture': 'Welches Bild',
  'Picture {index} of {count}': 'Bild {index} von {count}',
  'Proposed by': 'Vorgeschlagen von',
  'Only this run': 'Nur dieser Lauf',
  Cost: 'Kosten',
  Free: 'Kostenlos',
  'Accept {kbd}': 'Annehmen {kbd}',
  'Reject {kbd}': 'Ablehnen {kbd}',
  'Edit and accept {kbd}': 'Bearbeiten und annehmen {kbd}',
  'Decided elsewhere, or replaced by a newer proposal.':
    'Anderswo entschieden oder durch einen neueren Vorschlag ersetzt.',
  'A run': 'Ein Lauf',
  'An agent': 'Ein Agent',
  'A script': 'Ein Skript',
  'A person': 'Eine Person',
  'Filter the proposals': 'Vorschläge filtern',
  'Any evidence': 'Jeder Beleg',
  'Not verified': 'Nicht belegt',
  'Show other {plural} too': 'Auch andere anzeigen: {plural}',
  'One {singular}': 'Ein Eintrag ({singular})',
  Vendor: 'Anbieter',
  'Find a vendor': 'Anbieter suchen',
  'Any vendor': 'Jeder Anbieter',
  'One vendor': 'Ein Anbieter',
  'Run of {created_at}': 'Lauf vom {created_at}',
  'An earlier run': 'Ein früherer Lauf',
  Run: 'Lauf',
  'Any run': 'Jeder Lauf',
  'One run': 'Ein Lauf',
  'Next, previous': 'Nächster, voriger',
  Reject: 'Ablehnen',
  'Edit and accept': 'Bearbeiten und annehmen',
  'Accept all that are verified': 'Alle belegten annehmen',
  'Choose one of several pictures': 'Eines von mehreren Bildern wählen',
  'The first, the last that is loaded': 'Der erste, der letzte geladene',
  'Page ↓': 'Bild ↓',
  'Page ↑': 'Bild ↑',
  'Ten further, ten back': 'Zehn weiter, zehn zurück',
  'Undo, as U': 'Rückgängig, wie U',
  'These keys': 'Diese Tasten',
  'Keys of the review': 'Tasten der Prüfung',
  'Open proposals': 'Offene Vorschläge',
  'Loading more…': 'Weitere werden geladen …',
  Stale: 'Veraltet',
  'A picture': 'Ein Bild',
  'A video': 'Ein Video',
  Accepted: 'Angenommen',
  Rejected: 'Abgelehnt',
  'Came back': 'Zurückgekommen',
  Saving: 'Wird gespeichert',
  Gone: 'Nicht mehr da',
  '{count, plural, one {# proposal} other {# proposals}} accepted':
    '{count, plural, one {# Vorschlag} other {# Vorschläge}} angenommen',
  '{left, plural, one {# proposal} other {# proposals}} stayed open: their values were changed since, or are not allowed any more.':
    '{left, plural, one {# Vorschlag bleibt} other {# Vorschläge bleiben}} offen: Die Werte wurden seitdem geändert oder sind nicht mehr zulässig.',
  '{open} open': '{open} offen',
  '{index} of {value}': '{index} von {value}',
  '{held, plural, one {# decision} other {# decisions}} came back: show':
    '{held, plural, one {# Entscheidung kam} other {# Entscheidungen kamen}} zurück: anzeigen',
  'Undo {kbd}': 'Rückgängig {kbd}',
  'Accept all verified… {kbd}': 'Alle belegten annehmen … {kbd}',
  'No open proposals match': 'Keine passenden offenen Vorschläge',
  'Show all proposals': 'Alle Vorschläge anzeigen',
  'Choose fewer filters, or show all open proposals.':
    'Wählen Sie weniger Filter, oder zeigen Sie alle offenen Vorschläge an.',
  'Nothing to review': 'Nichts zu prüfen',
  'Choose what is generated': 'Wählen, was generiert wird',
  'Values that models, agents and scripts propose wait here until you decide. Switch on Generated for an attribute, then start a run from the grid; an agent or script can propose values for any attribute.':
    'Werte, die Modelle, Agenten und Skripte vorschlagen, warten hier, bis Sie entscheiden. Schalten Sie bei einem Attribut „Generiert“ ein, und starten Sie dann in der Tabelle einen Lauf; ein Agent oder Skript kann Werte für jedes Attribut vorschlagen.',
  'Accepting…': 'Wird angenommen …',
  'Accepting… {count} of {total}': 'Wird angenommen … {count} von {total}',
  'The proposals were not accepted': 'Die Vorschläge wurden nicht angenommen',
  'Undoing…': 'Wird rückgängig gemacht …',
  'The proposals were not opened again': 'Die Vorschläge wurden nicht wieder geöffnet',
  'Somebody has changed this value since it was proposed.':
    'Jemand hat diesen Wert geändert, seit er vorgeschlagen wurde.',
  'The value could not be written.': 'Der Wert konnte nicht geschrieben werden.',
  'Enter the amount in dollars at which it stops.': 'Geben Sie den Betrag an, bei dem der Lauf anhält.',
  'Enter an amount of dollars above 0, such as 2.50.':
    'Geben Sie einen Betrag in Dollar über 0 ein, etwa 2,50.',
  'Only where there is no value': 'Nur, wo kein Wert ist',
  'Also values whose sources have changed since': 'Auch Werte, deren Grundlage sich seitdem geändert hat',
  'Everything, also what people have written': 'Alles, auch was Menschen geschrieben haben',
  'Generate values of {plural}': 'Werte generieren: {plural}',
  'Nothing is generated here yet': 'Hier wird noch nichts generiert',
  'Edit an attribute, switch on Generated and say what it is to hold.':
    'Bearbeiten Sie ein Attribut, schalten Sie „Generiert“ ein und sagen Sie, was es enthalten soll.',
  'The rows of the run before, as far as they still lack a value.':
    'Die Zeilen des vorigen Laufs, soweit ihnen noch ein Wert fehlt.',
  'Only {label}.': 'Nur {label}.',
  'the one without a name': 'der Eintrag ohne Namen',
  'Generate and write': 'Generieren und schreiben',
  Generate: 'Generieren',
  '{to_generate, plural, one {# value} other {# values}}':
    '{to_generate, plural, one {# Wert} other {# Werte}}',
  'Choose at least one.': 'Wählen Sie mindestens eines.',
  'Which values': 'Welche Werte',
  'What becomes of them': 'Was daraus wird',
  Propose: 'Vorschlagen',
  'Nothing is written before somebody accepts it.': 'Nichts wird geschrieben, bevor jemand es annimmt.',
  'Write at once': 'Sofort schreiben',
  'The whole run can be undone under Jobs.': 'Unter „Vorgänge“ lässt sich der ganze Lauf rückgängig machen.',
  Provider: 'Provider',
  'The default one': 'Der Standard-Provider',
  Estimate: 'Schätzung',
  'Stop at (US dollars)': 'Anhalten bei (US-Dollar)',
  'No call is made that could exceed it. What is left can be run later.':
    'Es wird kein Aufruf gemacht, der das Budget überschreiten könnte. Der Rest kann später laufen.',
  'What is asked: {attribute} of {label}': 'Was gefragt wird: {attribute} von {label}',
  '{values} of {matching, plural, one {# row} other {# rows}} to generate':
    '{values} aus {matching, plural, one {# Zeile} other {# Zeilen}} zu generieren',
  '{count, plural, one {# value} other {# values}}': '{count, plural, one {# Wert} other {# Werte}}',
  'About {tokens}, by {model} of {name}.': 'Etwa {tokens}, durch {model} von {name}.',
  'This month': 'Dieser Monat',
  'Last month': 'Voriger Monat',
  'All time': 'Gesamte Zeit',
  'Spend on AI': 'Ausgaben für KI',
  Period: 'Zeitraum',
  'What models have cost in “{name}”, in US dollars.':
    'Was Modelle in „{name}“ gekostet haben, in US-Dollar.',
  'No model was asked in the last 7 days.': 'In den letzten 7 Tagen wurde kein Modell gefragt.',
  'No model was asked in the last 30 days.': 'In den letzten 30 Tagen wurde kein Modell gefragt.',
  'No model has been asked this month.': 'In diesem Monat wurde noch kein Modell gefragt.',
  'No model was asked last month.': 'Im vorigen Monat wurde kein Modell gefragt.',
  'No model has been asked yet.': 'Es wurde noch kein Modell gefragt.',
  'In all': 'Insgesamt',
  Calls: 'Aufrufe',
  'Tokens in': 'Eingabe-Token',
  'Tokens out': 'Ausgabe-Token',
  'The cost of {unpriced, plural, one {# call} other {# calls}} is not known and not part of the sum.':
    'Die Kosten von {unpriced, plural, one {# Aufruf} other {# Aufrufen}} sind nicht bekannt und nicht Teil der Summe.',
  '{calls, plural, one {# call was cut off before the answer came. What was set aside for it counts as spent: {cost}.} other {# calls were cut off before the answer came. What was set aside for them counts as spent: {cost}.}}':
    '{calls, plural, one {# Aufruf wurde abgebrochen, bevor die Antwort kam. Der dafür reservierte Betrag gilt als ausgegeben: {cost}.} other {# Aufrufe wurden abgebrochen, bevor die Antwort kam. Der dafür reservierte Betrag gilt als ausgegeben: {cost}.}}',
  free: 'kostenlos',
  'By model': 'Nach Modell',
  'By day': 'Nach Tag',
  'Day (UTC)': 'Tag (UTC)',
  'Deleted provider': 'Gelöschter Provider',
  'What may be spent': 'Was ausgegeben werden darf',
  'API keys may start runs that cost money': 'API-Schlüssel dürfen Läufe starten, die Geld kosten',
  'Each run still needs a budget of its own. Runs with free providers need no permission.':
    'Jeder Lauf braucht dennoch ein eigenes Budget. Läufe mit kostenlosen Providern brauchen keine Erlaubnis.',
  'Type an amount from 0 to {most}, such as 2.50.': 'Geben Sie einen Betrag von 0 bis {most} ein, etwa 2,50.',
  'Daily budget for automatic generation, in US dollars':
    'Tagesbudget für automatisches Generieren, in US-Dollar',
  'Attributes that generate by themselves stop for the day once this is spent. With 0 they only use free providers.':
    'Attribute, die von selbst generieren, halten für den Tag an, sobald es verbraucht ist. Mit 0 nutzen sie nur kostenlose Provider.',
  'Try on 3 rows': 'An 3 Zeilen ausprobieren',
  Stop: 'Stoppen',
  'Try on {count, plural, one {# row} other {# rows}}':
    'An {count, plural, one {# Zeile} other {# Zeilen}} ausprobieren',
  'There are no {plural} to try it on yet.':
    'Es gibt noch keine {plural}, an denen es ausprobiert werden könnte.',
  'Nothing is written.': 'Es wird nichts geschrieben.',
  'What is asked about {label}': 'Was zu {label} gefragt wird',
  'the first row': 'die erste Zeile',
  'An unnamed row': 'Eine Zeile ohne Namen',
  'Waiting for the answer…': 'Antwort wird erwartet …',
  'found there': 'dort gefunden',
  'not found there': 'dort nicht gefunden',
  'What was sent': 'Was gesendet wurde',
  'Generation has started': 'Das Generieren hat begonnen',
  'See its progress under Jobs.': 'Den Fortschritt zeigt „Vorgänge“.',

  // grid
  'No model has made this value, and nothing is proposed for it.':
    'Diesen Wert hat kein Modell erzeugt, und für ihn ist nichts vorgeschlagen.',
  'None of the selected columns can be edited.': 'Keine der ausgewählten Spalten kann bearbeitet werden.',
  'No value': 'Kein Wert',
  'Gathered from the variants': 'Aus den Varianten gesammelt',
  'Inherited from the parent': 'Vom übergeordneten Eintrag geerbt',
  'Inherited from {from}': 'Geerbt von {from}',
  '{origin}. What you enter becomes a value of its own; cleared, the cell shows this one again.':
    '{origin}. Was Sie eingeben, wird ein eigener Wert; geleert zeigt die Zelle wieder diesen.',
  '{origin}: change it there, or enter a value of its own here.':
    '{origin}: Ändern Sie ihn dort, oder geben Sie hier einen eigenen Wert ein.',
  '{origin}: change it in the variants, or enter a value of its own here.':
    '{origin}: Ändern Sie ihn in den Varianten, oder geben Sie hier einen eigenen Wert ein.',
  '{cells} copied as Markdown.': '{cells} als Markdown kopiert.',
  '{cells} copied as JSON.': '{cells} als JSON kopiert.',
  'Only pictures are selected: select other columns as well.':
    'Es sind nur Bilder ausgewählt: Wählen Sie auch andere Spalten.',
  '{cells} copied without pictures.': '{cells} ohne Bilder kopiert.',
  '{cells} copied.': '{cells} kopiert.',
  '{cells} copied with headers.': '{cells} mit Spaltennamen kopiert.',
  'These ranges cannot be copied together: they need the same rows or the same columns.':
    'Diese Bereiche können nicht zusammen kopiert werden: Sie brauchen dieselben Zeilen oder dieselben Spalten.',
  'This is too much for the clipboard: select at most {rows} rows, or export them.':
    'Das ist zu viel für die Zwischenablage: Wählen Sie höchstens {rows} Zeilen, oder exportieren Sie sie.',
  'The cells could not be copied. Check that Vitrine is running and copy again.':
    'Die Zellen konnten nicht kopiert werden. Prüfen Sie, ob Vitrine läuft, und kopieren Sie noch einmal.',
  '{name} cannot be moved any further.': '{name} kann nicht weiter verschoben werden.',
  '{name}, column {index} of {count}': '{name}, Spalte {index} von {count}',
  'Select {fewestCompared} to {maxCompared} saved rows, then compare them.':
    'Wählen Sie {fewestCompared} bis {maxCompared} gespeicherte Zeilen, und vergleichen Sie sie dann.',
  'This could not be looked up. Check that Vitrine is running and try again.':
    'Das konnte nicht nachgesehen werden. Prüfen Sie, ob Vitrine läuft, und versuchen Sie es noch einmal.',
  'There is no saved row under the cursor that could be duplicated.':
    'Unter dem Zellcursor ist keine gespeicherte Zeile, die dupliziert werden könnte.',
  'duplicating of a row': 'Duplizieren einer Zeile',
  '{label} was duplicated': '{label} wurde dupliziert',
  'The row': 'Die Zeile',
  'The row could not be duplicated': 'Die Zeile konnte nicht dupliziert werden',
  '{value} copy': '{value} Kopie',
  'This cell cannot be edited.': 'Diese Zelle kann nicht bearbeitet werden.',
  'edit of {name}': 'Bearbeitung von {name}',
  'The rejected change was discarded.': 'Die zurückgewiesene Änderung wurde verworfen.',
  'This is a value of its own now. Delete goes back to what was gathered from the variants.':
    'Das ist jetzt ein eigener Wert. Entf kehrt zu dem zurück, was aus den Varianten gesammelt war.',
  'This is a value of its own now. Delete goes back to what was inherited from the parent.':
    'Das ist jetzt ein eigener Wert. Entf kehrt zu dem zurück, was vom übergeordneten Eintrag geerbt war.',
  'This is a value of its own now. Delete goes back to what was inherited from {from}.':
    'Das ist jetzt ein eigener Wert. Entf kehrt zu dem zurück, was von {from} geerbt war.',
  'Select one block of cells to fill down from.':
    'Wählen Sie einen Block von Zellen, von dem aus nach unten ausgefüllt wird.',
  'There are no rows below to fill.': 'Darunter sind keine Zeilen auszufüllen.',
  '{value} left as is: read-only.': '{value} unverändert: schreibgeschützt.',
  'fill of {text}': 'Ausfüllen von {text}',
  '{text} filled.': '{text} ausgefüllt.',
  '{text} filled': '{text} ausgefüllt',
  'There is no new row under the cursor.': 'Unter dem Zellcursor ist keine neue Zeile.',
  'The rows are not grouped.': 'Die Zeilen sind nicht gruppiert.',
  'All groups are collapsed.': 'Alle Gruppen sind zugeklappt.',
  'All groups are expanded.': 'Alle Gruppen sind aufgeklappt.',
  '{count, plural, one {# variant} other {# variants}} shown.':
    '{count, plural, one {# Variante} other {# Varianten}} angezeigt.',
  'Variants hidden.': 'Varianten ausgeblendet.',
  'Other edits have been made since. Undo reverts them one by one.':
    'Seitdem gab es andere Bearbeitungen. „Rückgängig“ macht sie nacheinander rückgängig.',
  Undone: 'Rückgängig gemacht',
  'There is nothing to undo.': 'Es gibt nichts rückgängig zu machen.',
  'This could not be undone': 'Das konnte nicht rückgängig gemacht werden',
  Redone: 'Wiederholt',
  'There is nothing to redo.': 'Es gibt nichts zu wiederholen.',
  'This could not be redone': 'Das konnte nicht wiederholt werden',
  'And {count} more.': 'Und {count} weitere.',
  'Not everything was undone': 'Nicht alles wurde rückgängig gemacht',
  'Not everything was undone. {description}': 'Nicht alles wurde rückgängig gemacht. {description}',
  '{label} is not there any more.': '{label} ist nicht mehr da.',
  'A row': 'Eine Zeile',
  '{name} of {label} is empty by now: somebody has changed it since, so it was left.':
    '{name} von {label} ist inzwischen leer: Jemand hat es seitdem geändert, daher blieb es.',
  '{name} of {label} is “{value}” by now: somebody has changed it since, so it was left.':
    '{name} von {label} ist inzwischen „{value}“: Jemand hat es seitdem geändert, daher blieb es.',
  'import of {file}': 'Import von {file}',
  'Undo the {label}?': 'Rückgängig machen: {label}?',
  'The {label} is being undone.': 'Wird rückgängig gemacht: {label}.',
  'Undo the import': 'Import rückgängig machen',
  '{count} cells selected.': '{count} Zellen ausgewählt.',
  'Row {top} selected.': 'Zeile {top} ausgewählt.',
  '{count} cells in whole rows selected.': '{count} Zellen in ganzen Zeilen ausgewählt.',
  '{count} cells in whole columns selected.': '{count} Zellen in ganzen Spalten ausgewählt.',
  'All cells selected.': 'Alle Zellen ausgewählt.',
  'row {row} of {rowCount}': 'Zeile {row} von {rowCount}',
  loading: 'wird geladen',
  'not saved: {reason}': 'nicht gespeichert: {reason}',
  'None of these columns is required by a channel or by its definition.':
    'Keine dieser Spalten wird von einem Kanal oder von ihrer Definition verlangt.',
  'No required cell of these columns is empty.': 'Keine Pflichtzelle dieser Spalten ist leer.',
  'No required cell is empty in the next 20,000 rows. Filter by what is missing to find those further on.':
    'In den nächsten 20.000 Zeilen ist keine Pflichtzelle leer. Filtern Sie nach dem, was fehlt, um die weiter unten zu finden.',
  'Go to a saved row to leave a note.':
    'Gehen Sie zu einer gespeicherten Zeile, um eine Notiz zu hinterlassen.',
  'The browser did not allow access to the clipboard. Press Ctrl+V to paste.':
    'Der Browser hat den Zugriff auf die Zwischenablage nicht erlaubt. Drücken Sie Strg+V zum Einfügen.',
  'There is nothing on the clipboard that could be pasted here.':
    'In der Zwischenablage ist nichts, was hier eingefügt werden könnte.',
  'paste of {value}': 'Einfügen von {value}',
  'The new rows could not be added': 'Die neuen Zeilen konnten nicht hinzugefügt werden',
  '{value} pasted': '{value} eingefügt',
  '{added, plural, one {# row} other {# rows}} added':
    '{added, plural, one {# Zeile} other {# Zeilen}} hinzugefügt',
  '{count} rejected: F8 shows them': '{count} zurückgewiesen: F8 zeigt sie an',
  '{value} left as is: read-only': '{value} unverändert: schreibgeschützt',
  'Storing {name}…': '{name} wird gespeichert …',
  '{name} is the {name2} now.': '{name} ist jetzt: {name2}.',
  '{value} are too many at once: select at most {most}, or edit all matching rows in bulk.':
    '{value} sind zu viele auf einmal: Wählen Sie höchstens {most}, oder ändern Sie alle passenden Zeilen mit der Sammelbearbeitung.',
  'Some of the rows could not be loaded. Check that Vitrine is running and try again.':
    'Einige der Zeilen konnten nicht geladen werden. Prüfen Sie, ob Vitrine läuft, und versuchen Sie es noch einmal.',
  'cut of {cells}': 'Ausschneiden von {cells}',
  '{cells, plural, one {# cell} other {# cells}}': '{cells, plural, one {# Zelle} other {# Zellen}}',
  '{cells} cut': '{cells} ausgeschnitten',
  'clearing of {cells}': 'Leeren von {cells}',
  '{cells} cleared': '{cells} geleert',
  'Sort by a rank first, without groups or the tree: then rows are moved by it.':
    'Sortieren Sie zuerst nach einem Rang, ohne Gruppen oder Baum: Dann lassen sich Zeilen damit verschieben.',
  'Select rows that follow each other.': 'Wählen Sie Zeilen aus, die aufeinander folgen.',
  'Only rows that are saved and loaded are moved. Put the rows in order first.':
    'Nur gespeicherte und geladene Zeilen lassen sich verschieben. Ordnen Sie zuerst die Zeilen.',
  'The rows between here and there are too many to give them other ranks at once.':
    'Dazwischen liegen zu viele Zeilen, um ihnen auf einmal andere Ränge zu geben.',
  'move of {count, plural, one {# row} other {# rows}}':
    'Verschieben von {count, plural, one {# Zeile} other {# Zeilen}}',
  '{count, plural, one {# row} other {# rows}} moved.':
    '{count, plural, one {# Zeile} other {# Zeilen}} verschoben.',
  'There are no rejected changes.': 'Es gibt keine zurückgewiesenen Änderungen.',
  '{count} rejected {count, plural, one {change was} other {changes were}} discarded.':
    '{count} zurückgewiesene {count, plural, one {Änderung wurde} other {Änderungen wurden}} verworfen.',
  '{what} moved to the trash': '{what} in den Papierkorb gelegt',
  'removal of {value}': 'Entfernen von {value}',
  'The rows could not be moved to the trash': 'Die Zeilen konnten nicht in den Papierkorb gelegt werden',
  'New row': 'Neue Zeile',
  'Sources are added by a job that reads a page, a text or a file.':
    'Quellen werden von einem Vorgang angelegt, der eine Seite, einen Text oder eine Datei liest.',
  'Only products have variants.': 'Nur Produkte haben Varianten.',
  'Put the cursor on a saved product first.':
    'Setzen Sie den Zellcursor zuerst auf ein gespeichertes Produkt.',
  'New variant of {session}': 'Neue Variante von {session}',
  'the product': 'dem Produkt',
  'Add an attribute first: without one, a row cannot hold values.':
    'Fügen Sie zuerst ein Attribut hinzu: Ohne Attribute kann eine Zeile keine Werte enthalten.',
  '{title}. Enter {value} to save it.': '{title}. Geben Sie {value} ein, um sie zu speichern.',
  'a value': 'einen Wert',
  'The new row was discarded.': 'Die neue Zeile wurde verworfen.',
  'Nothing was copied': 'Es wurde nichts kopiert',
  'The browser did not allow it. Try again from this window.':
    'Der Browser hat es nicht erlaubt. Versuchen Sie es aus diesem Fenster noch einmal.',
  'Select at most {value} rows at a time.': 'Wählen Sie höchstens {value} Zeilen auf einmal.',
  '{count, plural, one {# ID} other {# IDs}} copied.': '{count, plural, one {# ID} other {# IDs}} kopiert.',
  'Put the cursor on a saved row first.': 'Setzen Sie den Zellcursor zuerst auf eine gespeicherte Zeile.',
  'Address copied.': 'Adresse kopiert.',
  '{rows, plural, one {# row} other {# rows}}, {value} selected':
    '{rows, plural, one {# Zeile} other {# Zeilen}}, {value} ausgewählt',
  '{value} selected': '{value} ausgewählt',
  'Row {number} · {name}': 'Zeile {number} · {name}',
  '{filled} filled': '{filled} ausgefüllt',
  '{date}, selected': '{date}, ausgewählt',
  'Remove {text}': '{text} entfernen',
  '{hint} {kbd} for the calendar': '{hint} {kbd} für den Kalender',
  'Type a date or': 'Geben Sie ein Datum ein, oder',
  'Storing…': 'Wird gespeichert …',
  '{kbd} leads here': '{kbd} führt hierher',
  'Type or paste the address of a file, starting with https://, or keep a PDF, picture or video here.':
    'Geben Sie die Adresse einer Datei ein oder fügen Sie sie ein, beginnend mit https://, oder bewahren Sie hier ein PDF, Bild oder Video auf.',
  'Stored {extension}': 'Gespeichert: {extension}',
  'Type to find a picture here, or paste an address with https://':
    'Tippen Sie, um hier ein Bild zu finden, oder fügen Sie eine Adresse mit https:// ein',
  'Pictures for {name}': 'Bilder für {name}',
  'Valid JSON': 'Gültiges JSON',
  'Not valid JSON: {fault}': 'Kein gültiges JSON: {fault}',
  'Day and time, or': 'Tag und Uhrzeit, oder',
  'Open (Alt+Enter)': 'Öffnen (Alt+Eingabe)',
  'Open link': 'Link öffnen',
  'Stored in the catalog': 'Im Katalog gespeichert',
  'Creating “{offered}”…': '„{offered}“ wird angelegt …',
  'Create “{offered}”': '„{offered}“ anlegen',
  '{name} has no options: type any text.': '{name} hat keine Optionen: Geben Sie einen beliebigen Text ein.',
  '{name} has no option “{text}”.': '{name} hat keine Option „{text}“.',
  '{kbd} adds or removes · {kbd2} saves': '{kbd} fügt hinzu oder entfernt · {kbd2} speichert',
  Enter: 'Eingabe',
  Tab: 'Tab',
  'The pictures could not be loaded. Check that Vitrine is running.':
    'Die Bilder konnten nicht geladen werden. Prüfen Sie, ob Vitrine läuft.',
  'There are no pictures here yet.': 'Hier gibt es noch keine Bilder.',
  'No picture is called “{search}”.': 'Kein Bild heißt „{search}“.',
  'Choices for {name}': 'Auswahl für {name}',
  'The list could not be loaded. Check that Vitrine is running.':
    'Die Liste konnte nicht geladen werden. Prüfen Sie, ob Vitrine läuft.',
  'This reference does not say what it refers to. Check the attribute.':
    'Dieser Verweis sagt nicht, worauf er zeigt. Prüfen Sie das Attribut.',
  'There is nothing to choose from yet.': 'Es gibt noch nichts zu wählen.',
  'Nothing found for “{search}”.': 'Nichts gefunden zu „{search}“.',
  'Type to narrow the list.': 'Tippen Sie, um die Liste einzugrenzen.',
  'Several {pluralOf} are called “{wanted}”. Choose one from the list.':
    'Mehrere heißen „{wanted}“ ({pluralOf}). Wählen Sie einen Eintrag aus der Liste.',
  'There is no {type} “{wanted}”. Choose one from the list.':
    'Es gibt keinen Eintrag „{wanted}“ ({type}). Wählen Sie einen aus der Liste.',
  'Loading the editor…': 'Der Editor wird geladen …',
  'Bold (Ctrl+B)': 'Fett (Strg+B)',
  'Italic (Ctrl+I)': 'Kursiv (Strg+I)',
  'Underline (Ctrl+U)': 'Unterstrichen (Strg+U)',
  Heading: 'Überschrift',
  Subheading: 'Zwischenüberschrift',
  'Bulleted list': 'Aufzählung',
  'Numbered list': 'Nummerierte Liste',
  Quote: 'Zitat',
  'Clear formatting': 'Formatierung entfernen',
  'Link (Ctrl+K)': 'Link (Strg+K)',
  Formats: 'Formate',
  '{kbd} {kbd2} formats': '{kbd} {kbd2} formatiert',
  Alt: 'Alt',
  F10: 'F10',
  'Address of the link': 'Adresse des Links',
  'https://': 'https://',
  'Set link': 'Link setzen',
  'Remove link': 'Link entfernen',
  'A link leads to an address that starts with https://, http:// or mailto:':
    'Ein Link führt zu einer Adresse, die mit https://, http:// oder mailto: beginnt',
  'embedded pages': 'eingebettete Seiten',
  'style sheets': 'Stylesheets',
  'links to other than web and mail addresses': 'Links zu anderen als Web- und E-Mail-Adressen',
  '“{value}” attributes': 'Attribute „{value}“',
  '<{name}> elements': 'Elemente <{name}>',
  '{count} other things': '{count} andere Dinge',
  Formatted: 'Formatiert',
  'Edit as': 'Bearbeiten als',
  'Shown as HTML: formatted editing cannot keep {value}.':
    'Gezeigt als HTML: Das formatierte Bearbeiten kann nicht behalten: {value}.',
  'A change made in formatted editing drops {value}.': 'Beim formatierten Bearbeiten geht verloren: {value}.',
  'Edit formatted anyway': 'Trotzdem formatiert bearbeiten',
  'parts of its structure': 'Teile seines Aufbaus',
  'the markup of a whole page': 'das Markup einer ganzen Seite',
  'a tag without its end': 'ein Tag ohne sein Ende',
  'the line breaks of plain text': 'die Zeilenumbrüche von einfachem Text',
  'Options of {name}': 'Optionen von {name}',
  'Clear the value': 'Wert leeren',
  '{kbd} {kbd2} saves · {kbd3} cancels': '{kbd} {kbd2} speichert · {kbd3} bricht ab',
  'creation of {label}': 'Anlegen von {label}',
  'The change could not be saved. Try again.':
    'Die Änderung konnte nicht gespeichert werden. Versuchen Sie es noch einmal.',
  'Details are open beside the grid. Press Space to go into them, Escape to close them.':
    'Die Details sind neben der Tabelle geöffnet. Drücken Sie die Leertaste, um hineinzugehen, Esc, um sie zu schließen.',
  'Details are closed.': 'Die Details sind geschlossen.',
  'The server was interrupted. Try again.': 'Der Server wurde unterbrochen. Versuchen Sie es noch einmal.',
  'This attribute does not exist any more.': 'Dieses Attribut gibt es nicht mehr.',
  'values sent late': 'nachträglich gesendete Werte',
  'Not saved: {refused} rejected. F8 takes you there.':
    'Nicht gespeichert: {refused} zurückgewiesen. F8 führt dorthin.',
  'adding of {label}': 'Hinzufügen von {label}',
  'a row': 'einer Zeile',
  '{label} was added.': '{label} wurde hinzugefügt.',
  '{name} needs a value.': '{name} braucht einen Wert.',
  '{name} takes a number, such as 12.5.': '{name} erwartet eine Zahl, etwa 12,5.',
  '{name} takes a date, such as 2026-01-31.': '{name} erwartet ein Datum, etwa 31.01.2026.',
  '{name} is either on or off.': '{name} ist entweder an oder aus.',
  '{name} takes a web address that starts with http:// or https://.':
    '{name} erwartet eine Webadresse, die mit http:// oder https:// beginnt.',
  '{name} takes JSON, and this text is not valid JSON.':
    '{name} erwartet JSON, und dieser Text ist kein gültiges JSON.',
  'This is not an option of {name}. Choose one of: {value}.':
    'Das ist keine Option von {name}. Wählen Sie eine von: {value}.',
  '{name} must be {value}.': '{name} muss {value} sein.',
  'This text is too short for {name}.': 'Dieser Text ist zu kurz für {name}.',
  '{name} needs at least {min} characters.': '{name} braucht mindestens {min} Zeichen.',
  '{name} takes at most {items} entries.': '{name} darf höchstens {items} Einträge haben.',
  'This text is too long for {name}.': 'Dieser Text ist zu lang für {name}.',
  '{name} takes at most {max} characters.': '{name} darf höchstens {max} Zeichen haben.',
  'This text does not have the form that {name} asks for.':
    'Dieser Text hat nicht die Form, die {name} verlangt.',
  'The check digit of this code is wrong. Compare it with the source.':
    'Die Prüfziffer dieses Codes ist falsch. Vergleichen Sie ihn mit der Quelle.',
  'Another entry already has this {name}, and it must be unique.':
    'Ein anderer Eintrag hat diesen Wert in {name} schon, und er muss eindeutig sein.',
  '{name} is computed and cannot be edited.': '{name} wird berechnet und kann nicht bearbeitet werden.',
  'What this refers to does not exist any more. Choose something else.':
    'Das, worauf dies verweist, gibt es nicht mehr. Wählen Sie etwas anderes.',
  'The attribute {name} was removed. Reload to see the columns that are left.':
    'Das Attribut {name} wurde entfernt. Laden Sie neu, um die übrigen Spalten zu sehen.',
  'This row was deleted elsewhere. Copy what you need from it.':
    'Diese Zeile wurde anderswo gelöscht. Kopieren Sie daraus, was Sie brauchen.',
  '{name} cleared this cell while you edited it. Your text was not saved.':
    '{name} hat diese Zelle geleert, während Sie sie bearbeitet haben. Ihr Text wurde nicht gespeichert.',
  '{name} changed this cell to “{value}” while you edited it. Your text was not saved.':
    '{name} hat diese Zelle in „{value}“ geändert, während Sie sie bearbeitet haben. Ihr Text wurde nicht gespeichert.',
  'This row has just been deleted elsewhere: what you type cannot be saved. Copy what you need from it.':
    'Diese Zeile wurde gerade anderswo gelöscht: Was Sie tippen, kann nicht gespeichert werden. Kopieren Sie daraus, was Sie brauchen.',
  'between {min} and {max}': 'zwischen {min} und {max}',
  'a smaller or greater number': 'eine kleinere oder größere Zahl',
  '({count} in all)': '({count} insgesamt)',
  'The rows changed while they were being counted. Try again.':
    'Die Zeilen haben sich beim Zählen geändert. Versuchen Sie es noch einmal.',
  'Barcode of {digits}': 'Barcode von {digits}',
  '{name} of {label}': '{name} von {label}',
  'No model has made this value, and nothing is proposed for it any more.':
    'Diesen Wert hat kein Modell erzeugt, und für ihn ist nichts mehr vorgeschlagen.',
  'The value now': 'Der Wert jetzt',
  'What it was made of': 'Woraus er entstand',
  'Generate it again…': 'Neu generieren …',
  '{circleCheck} Complete for {count, plural, one {# channel} other {# channels}}':
    '{circleCheck} Vollständig für {count, plural, one {# Kanal} other {# Kanäle}}',
  '{circleAlert} Incomplete for {count} of {count2, plural, one {# channel} other {# channels}}':
    '{circleAlert} Unvollständig für {count} von {count2, plural, one {# Kanal} other {# Kanälen}}',
  'What channels still ask for': 'Was Kanäle noch verlangen',
  Compare: 'Vergleichen',
  'Only what differs': 'Nur Unterschiede',
  'All values are the same.': 'Alle Werte sind gleich.',
  '{count} of {count2, plural, one {# attribute} other {# attributes}} differ.':
    '{count} von {count2, plural, one {# Attribut} other {# Attributen}} unterscheiden sich.',
  'Values side by side': 'Werte nebeneinander',
  'No name': 'Kein Name',
  'this one': 'diesem',
  'Take {name} of {label} for the other': '{name} von {label} für den anderen übernehmen',
  'Take {name} of {label} for the others': '{name} von {label} für die anderen übernehmen',
  'taking over of {name}': 'Übernehmen von {name}',
  '{name} was taken over': '{name} wurde übernommen',
  'One value was rejected': 'Ein Wert wurde zurückgewiesen',
  '{count} values were rejected': '{count} Werte wurden zurückgewiesen',
  '{left} and can be corrected in the grid': '{left} und können in der Tabelle korrigiert werden',
  'No channel is enabled. Enable those you sell on under Channels to see here what products lack.':
    'Kein Kanal ist eingeschaltet. Schalten Sie unter „Kanäle“ die ein, über die Sie verkaufen; was Produkten fehlt, steht dann hier.',
  '{name} is too long for the channel': '{name} ist für den Kanal zu lang',
  '{name} holds something that the channel does not accept':
    '{name} enthält etwas, das der Kanal nicht annimmt',
  Complete: 'Vollständig',
  '{filled} of {total} required': '{filled} von {total} verlangten',
  '{filled} of {total} recommended fields are filled.':
    '{filled} von {total} empfohlenen Feldern sind ausgefüllt.',
  required: 'Pflicht',
  recommended: 'empfohlen',
  optional: 'optional',
  '{circleCheck} Nothing is missing.': '{circleCheck} Nichts fehlt.',
  'What {name} still asks for': 'Was {name} noch verlangt',
  'not valid': 'nicht gültig',
  '{name} (required)': '{name} (Pflicht)',
  'No attribute fills {names} yet. Say under Channels which one does.':
    'Noch füllt kein Attribut {names}. Wählen Sie unter „Kanäle“ eines.',
  'the row': 'die Zeile',
  'Details of {name}': 'Details: {name}',
  'Put the cursor on a row to see everything about it here.':
    'Setzen Sie den Zellcursor auf eine Zeile, um hier alles über sie zu sehen.',
  'Parts of the details': 'Teile der Details',
  Variants: 'Varianten',
  Links: 'Verknüpfungen',
  History: 'Verlauf',
  Details: 'Details',
  'Row {row} of {rowCount}': 'Zeile {row} von {rowCount}',
  'Previous row (Alt+Up)': 'Vorige Zeile (Alt+↑)',
  'Next row (Alt+Down)': 'Nächste Zeile (Alt+↓)',
  'Close the details (Esc)': 'Details schließen (Esc)',
  General: 'Allgemein',
  'Pictures and videos': 'Bilder und Videos',
  References: 'Verweise',
  Computed: 'Berechnet',
  Record: 'Datensatz',
  'Nothing is recorded yet. Every change from now on is kept here.':
    'Es ist noch nichts aufgezeichnet. Jede Änderung wird von nun an hier aufbewahrt.',
  'Restore this value: {name}, {restored}': 'Diesen Wert wiederherstellen: {name}, {restored}',
  'Restore this value': 'Diesen Wert wiederherstellen',
  'restoring of {name}': 'Wiederherstellen von {name}',
  '{name} was restored': '{name} wurde wiederhergestellt',
  '{name} was not restored': '{name} wurde nicht wiederhergestellt',
  'It has been changed meanwhile. Look at the new value and try again.':
    'Es wurde inzwischen geändert. Sehen Sie sich den neuen Wert an, und versuchen Sie es noch einmal.',
  'No attribute of this type refers to anything. Add one of the type Reference to link entries.':
    'Kein Attribut dieser Art verweist auf etwas. Fügen Sie eines vom Typ Verweis hinzu, um Einträge zu verknüpfen.',
  '{name} to open': 'Zu öffnen: {name}',
  'Variant of': 'Variante von',
  'Parent to open': 'Übergeordneter Eintrag zum Öffnen',
  'Referred to by': 'Hierauf verweisen',
  'Nothing can refer to {plural} yet.': 'Noch kann nichts auf {plural} verweisen.',
  'Show more of {title}': 'Mehr von {title} anzeigen',
  'New note': 'Neue Notiz',
  'Leave a note…': 'Notiz hinterlassen …',
  'Add (Ctrl+Enter)': 'Hinzufügen (Strg+Eingabe)',
  On: 'Zu',
  'The whole row': 'Die ganze Zeile',
  'To-do added.': 'Aufgabe hinzugefügt.',
  'Note added.': 'Notiz hinzugefügt.',
  'The note was not saved': 'Die Notiz wurde nicht gespeichert',
  'No notes yet. Only this workspace keeps them; no export or channel has them.':
    'Noch keine Notizen. Nur dieser Arbeitsbereich bewahrt sie auf; kein Export oder Kanal enthält sie.',
  'Show {name} large': '{name} groß anzeigen',
  'Picture {value} of {count} of {label}': 'Bild {value} von {count}: {label}',
  'the entry': 'der Eintrag',
  'Previous picture': 'Voriges Bild',
  'Next picture': 'Nächstes Bild',
  'Video in the catalog': 'Video im Katalog',
  '{name} of {value}': '{name} von {value}',
  'Read-only': 'Schreibgeschützt',
  'Go back to the saved value': 'Zum gespeicherten Wert zurück',
  'Hide what other categories have': 'Ausblenden, was andere Kategorien haben',
  'Show {count} more of other categories': '{count} weitere von anderen Kategorien anzeigen',
  'This product has no variants. What it holds can be inherited by them.':
    'Dieses Produkt hat keine Varianten. Was es enthält, können sie erben.',
  '{total, plural, one {# variant} other {# variants}}':
    '{total, plural, one {# Variante} other {# Varianten}}',
  'One of {total, plural, one {# variant} other {# variants}} of its product.':
    'Eine von {total, plural, one {# Variante} other {# Varianten}} ihres Produkts.',
  'The first {count} are shown.': 'Die ersten {count} werden angezeigt.',
  'Add variant': 'Variante hinzufügen',
  Matrix: 'Matrix',
  'What the matrix shows': 'Was die Matrix zeigt',
  'Variants as a matrix': 'Varianten als Matrix',
  'No variant': 'Keine Variante',
  'What differs': 'Was sich unterscheidet',
  'Variants and what differs': 'Varianten und was sich unterscheidet',
  Variant: 'Variante',
  Filled: 'Ausgefüllt',
  Sum: 'Summe',
  Average: 'Durchschnitt',
  Min: 'Min.',
  Max: 'Max.',
  Lowest: 'Minimum',
  Highest: 'Maximum',
  Earliest: 'Frühestes',
  Latest: 'Spätestes',
  'Where the action applies: {value}': 'Wo die Aktion gilt: {value}',
  'The selection: select rows in the grid first': 'Die Auswahl: Wählen Sie zuerst Zeilen in der Tabelle aus',
  'The selection: {value}': 'Die Auswahl: {value}',
  'Everything that matches: {value}': 'Alles Passende: {value}',
  'Everything: {value}': 'Alles: {value}',
  'Which rows': 'Welche Zeilen',
  'set to': 'setzen auf',
  'add or subtract': 'addieren oder abziehen',
  'change by percent': 'um Prozent ändern',
  'replace text': 'Text ersetzen',
  'put before': 'davor setzen',
  'put after': 'dahinter setzen',
  'change letters': 'Schreibweise ändern',
  'trim spaces': 'Leerzeichen kürzen',
  'copy from': 'kopieren aus',
  'move by days': 'um Tage verschieben',
  'Change {index}': 'Änderung {index}',
  Action: 'Aktion',
  'Leave this attribute as it is': 'Dieses Attribut lassen, wie es ist',
  'The value is removed.': 'Der Wert wird entfernt.',
  'Text before': 'Text davor',
  'Text after': 'Text dahinter',
  Letters: 'Buchstaben',
  'Spaces around the text go, and those between words become one.':
    'Leerzeichen um den Text fallen weg, die zwischen Wörtern werden eines.',
  'Copy from': 'Kopieren aus',
  'Each Word Capital': 'Jedes Wort Groß',
  'First letter capital': 'Erster Buchstabe groß',
  'ALL CAPITALS': 'ALLES GROSS',
  'all small': 'alles klein',
  percent: 'Prozent',
  '4 or -10': '4 oder -10',
  days: 'Tage',
  '14 or -7': '14 oder -7',
  '5 or -2.50': '5 oder -2,50',
  Amount: 'Betrag',
  'Amount in {hint}': 'Betrag in {hint}',
  'to end in .99': 'auf ,99 endend',
  'to end in .95': 'auf ,95 endend',
  'to end in .90': 'auf ,90 endend',
  'to end in 9': 'auf 9 endend',
  'to whole numbers': 'auf ganze Zahlen',
  'to tens': 'auf Zehner',
  'not rounded': 'nicht gerundet',
  'to {decimals, plural, one {# decimal} other {# decimals}}':
    'auf {decimals, plural, one {# Nachkommastelle} other {# Nachkommastellen}}',
  Rounding: 'Rundung',
  'Pattern to replace': 'Zu ersetzendes Muster',
  'Text to replace': 'Zu ersetzender Text',
  'This pattern': 'Dieses Muster',
  'This text': 'Dieser Text',
  Replacement: 'Ersatz',
  'by this, $1 for a group': 'hierdurch, $1 für eine Gruppe',
  'by this': 'hierdurch',
  'Match case': 'Groß-/Kleinschreibung beachten',
  'Add an attribute to change.': 'Fügen Sie ein Attribut hinzu, das geändert werden soll.',
  'Enter a value for %, or choose Clear.': 'Geben Sie einen Wert für % ein, oder wählen Sie Leeren.',
  'Enter a number for %, such as 129 or 12.5.': 'Geben Sie eine Zahl für % ein, etwa 129 oder 12,5.',
  'Enter the formula for %.': 'Geben Sie die Formel für % ein.',
  'Choose the attribute that % takes its values from.':
    'Wählen Sie das Attribut, aus dem % seine Werte nimmt.',
  'Enter by how many days % moves, such as 14 or -7.':
    'Geben Sie ein, um wie viele Tage % verschoben wird, etwa 14 oder -7.',
  'Enter what is added to %, such as 5 or -2.50.': 'Geben Sie ein, was zu % addiert wird, etwa 5 oder -2,50.',
  'Enter by how many percent % changes, such as 4 or -10.':
    'Geben Sie ein, um wie viel Prozent sich % ändert, etwa 4 oder -10.',
  'Choose what % is rounded to.': 'Wählen Sie, worauf % gerundet wird.',
  'Enter the text to put before %.': 'Geben Sie den Text ein, der vor % gesetzt wird.',
  'Enter the text to put after %.': 'Geben Sie den Text ein, der hinter % gesetzt wird.',
  'Enter the text to replace in %.': 'Geben Sie den Text ein, der in % ersetzt wird.',
  'Choose what is added to %.': 'Wählen Sie, was zu % hinzugefügt wird.',
  'Choose what is removed from %.': 'Wählen Sie, was aus % entfernt wird.',
  'Edit many rows at once': 'Viele Zeilen auf einmal bearbeiten',
  'The whole edit can be undone in one step.':
    'Die ganze Bearbeitung lässt sich in einem Schritt rückgängig machen.',
  'Try out on all rows': 'An allen Zeilen ausprobieren',
  'Change {count, plural, one {# row} other {# rows}}':
    '{count, plural, one {# Zeile} other {# Zeilen}} ändern',
  'Changing {count, plural, one {# row} other {# rows}}':
    '{count, plural, one {# Zeile wird} other {# Zeilen werden}} geändert',
  'Change another attribute': 'Ein weiteres Attribut ändern',
  'The change could not be started': 'Die Änderung konnte nicht gestartet werden',
  'The change could not be stopped': 'Die Änderung konnte nicht abgebrochen werden',
  'Looking for the rows…': 'Die Zeilen werden gesucht …',
  'The rest of the rows could not be changed': 'Die übrigen Zeilen konnten nicht geändert werden',
  'The bulk edit failed': 'Die Sammelbearbeitung ist fehlgeschlagen',
  'Some rows may have been changed. Undo the changes, or try again.':
    'Einige Zeilen wurden vielleicht geändert. Machen Sie die Änderungen rückgängig, oder versuchen Sie es noch einmal.',
  'Changed {changed, plural, one {# row} other {# rows}}':
    '{changed, plural, one {# Zeile} other {# Zeilen}} geändert',
  'Stopped after changing some rows': 'Abgebrochen, nachdem einige Zeilen geändert waren',
  'Changed some rows': 'Einige Zeilen geändert',
  '{failed, plural, one {# row} other {# rows}} could not be changed.':
    '{failed, plural, one {# Zeile konnte} other {# Zeilen konnten}} nicht geändert werden.',
  '{failed, plural, one {# row} other {# rows}} could not be changed, the first because of {error}.':
    '{failed, plural, one {# Zeile konnte} other {# Zeilen konnten}} nicht geändert werden, die erste wegen {error}.',
  'bulk edit': 'Sammelbearbeitung',
  'What is entered is tried out here on ten rows.': 'Ihre Eingabe wird hier an zehn Zeilen ausprobiert.',
  'Ten rows before and after': 'Zehn Zeilen vorher und nachher',
  '{count, plural, one {# row} other {# rows}}': '{count, plural, one {# Zeile} other {# Zeilen}}',
  'There are no such rows.': 'Solche Zeilen gibt es nicht.',
  '{tried} tried out: nothing in them would change.': '{tried} ausprobiert: Darin würde sich nichts ändern.',
  'Before and after': 'Vorher und nachher',
  '{same} of the first {tried} would stay as they are.': '{same} der ersten {tried} blieben, wie sie sind.',
  'Rejected: {fault}': 'Zurückgewiesen: {fault}',
  'The rows could not be tried out. Try again, or look at Jobs for the reason.':
    'Die Zeilen konnten nicht ausprobiert werden. Versuchen Sie es noch einmal, oder sehen Sie unter „Vorgänge“ nach dem Grund.',
  'Trying out all rows': 'Alle Zeilen werden ausprobiert',
  'What all rows would become': 'Was aus allen Zeilen würde',
  '{changed, plural, one {# row} other {# rows}} would change, {unchanged} would stay as they are, {failed} would be rejected.':
    '{changed, plural, one {# Zeile würde} other {# Zeilen würden}} geändert, {unchanged} blieben, wie sie sind, {failed} würden zurückgewiesen.',
  'Why rows would be rejected': 'Warum Zeilen zurückgewiesen würden',
  Colours: 'Farben',
  'Colour cells or rows by what they hold. The first rule that fits counts.':
    'Zellen oder Zeilen nach ihrem Inhalt färben. Die erste passende Regel gilt.',
  'Add a colour': 'Farbe hinzufügen',
  Blue: 'Blau',
  Orange: 'Orange',
  Teal: 'Petrol',
  Green: 'Grün',
  Purple: 'Violett',
  Red: 'Rot',
  Yellow: 'Gelb',
  Grey: 'Grau',
  'the cell': 'die Zelle',
  'Colour {index}': 'Farbe {index}',
  'What is coloured': 'Was gefärbt wird',
  Colour: 'Farbe',
  'Remove this colour': 'Diese Farbe entfernen',
  '{hidden} hidden': '{hidden} ausgeblendet',
  'No column of that name.': 'Keine Spalte mit diesem Namen.',
  'Show all': 'Alle anzeigen',
  'Hide all': 'Alle ausblenden',
  'Summary row': 'Summenzeile',
  'always first': 'immer zuerst',
  'Unpin {name}': '{name} lösen',
  'Pin {name} to the left': '{name} links anheften',
  'Pin {name} to the right': '{name} rechts anheften',
  'Find in the grid': 'In der Tabelle suchen',
  'Close the find panel': 'Suchfeld schließen',
  Find: 'Suchen',
  'Find in these rows': 'In diesen Zeilen suchen',
  'Previous (Shift+Enter)': 'Voriges (Umschalt+Eingabe)',
  'Next (Enter)': 'Nächstes (Eingabe)',
  'Whole cell': 'Ganze Zelle',
  'Replace…': 'Ersetzen …',
  'Nothing found': 'Nichts gefunden',
  '{total} found': '{total} gefunden',
  'In all rows shown': 'In allen angezeigten Zeilen',
  'In the selection': 'In der Auswahl',
  'In this column': 'In dieser Spalte',
  'Replace with': 'Ersetzen durch',
  'Where to replace': 'Wo ersetzen',
  'Replace all': 'Alle ersetzen',
  'No text cell that can be edited holds it.': 'Keine bearbeitbare Textzelle enthält ihn.',
  '{total, plural, one {# cell} other {# cells}} in {rows, plural, one {# row} other {# rows}} will change.':
    '{total, plural, one {# Zelle} other {# Zellen}} in {rows, plural, one {# Zeile} other {# Zeilen}} werden geändert.',
  'Grouped by {names}': 'Gruppiert nach {names}',
  'Variants below': 'Varianten darunter',
  Group: 'Gruppieren',
  'Find an attribute to group by': 'Attribut zum Gruppieren suchen',
  'One after the other': 'Eine nach der anderen',
  'Variants under their product': 'Varianten unter ihrem Produkt',
  'By {name}': 'Nach {name}',
  'Groups of level {level}': 'Gruppen der Ebene {level}',
  'Then by': 'Dann nach',
  'Do not group by {name}': 'Nicht nach {name} gruppieren',
  'Collapse all': 'Alle zuklappen',
  'Expand all': 'Alle aufklappen',
  'Replacing {find}': '{find} wird ersetzt',
  'The text could not be replaced': 'Der Text konnte nicht ersetzt werden',
  'Replaced in {written, plural, one {# cell} other {# cells}}':
    'Ersetzt in {written, plural, one {# Zelle} other {# Zellen}}',
  'Some cells were left as they are: {refusal}': 'Einige Zellen blieben, wie sie waren: {refusal}',
  'replacing of {text}': 'Ersetzen von {text}',
  Tall: 'Hoch',
  'Extra tall': 'Besonders hoch',
  'Row height': 'Zeilenhöhe',
  'Saved actions': 'Gespeicherte Aktionen',
  'Save as an action': 'Als Aktion speichern',
  'Saved action': 'Gespeicherte Aktion',
  'New change': 'Neue Änderung',
  'Saved the action “{name}”': 'Aktion „{name}“ gespeichert',
  'Changed the action “{name}”': 'Aktion „{name}“ geändert',
  'Deleted the action “{name}”': 'Aktion „{name}“ gelöscht',
  'Renamed the action to “{text}”': 'Aktion in „{text}“ umbenannt',
  'More about {name}': 'Mehr zu {name}',
  'Save what is entered': 'Speichern, was eingegeben ist',
  'Delete the action': 'Aktion löschen',
  'Name of the action': 'Name der Aktion',
  'Such as: Raise prices': 'Etwa: Preise erhöhen',
  'Always where the present filter and search match':
    'Immer dort, wo der jetzige Filter und die Suche passen',
  'Save the action': 'Aktion speichern',
  'Not now': 'Jetzt nicht',
  'This one is in a collapsed group.': 'Das ist in einer zugeklappten Gruppe.',
  'Print {plural}': 'Drucken: {plural}',
  'Rows are printed from a grid. Go to one first, for example to Products.':
    'Zeilen werden aus einer Tabelle gedruckt. Gehen Sie zuerst zu einer, etwa zu Produkte.',
  'Not all rows could be loaded': 'Nicht alle Zeilen konnten geladen werden',
  'Check that Vitrine is running, then print again.':
    'Prüfen Sie, ob Vitrine läuft, und drucken Sie dann noch einmal.',
  'The columns are those that the grid shows. What does not fit the width of a page follows on further pages.':
    'Die Spalten sind die, die die Tabelle zeigt. Was nicht in die Breite einer Seite passt, folgt auf weiteren Seiten.',
  'Export instead': 'Stattdessen exportieren',
  'Print {count, plural, one {# row} other {# rows}}':
    '{count, plural, one {# Zeile} other {# Zeilen}} drucken',
  '{count} rows are too many to print': '{count} Zeilen sind zu viele zum Drucken',
  'Up to {maxPrinted} rows can be printed. Narrow them by a filter, select fewer, or export them to a file.':
    'Bis zu {maxPrinted} Zeilen können gedruckt werden. Grenzen Sie sie durch einen Filter ein, wählen Sie weniger aus, oder exportieren Sie sie in eine Datei.',
  '{title} (columns, part {at} of {count})': '{title} (Spalten, Teil {at} von {count})',
  Cells: 'Zellen',
  'Cell {name}': 'Zelle {name}',
  'The row you edit is not among those shown any more. What you type is saved in it all the same.':
    'Die Zeile, die Sie bearbeiten, ist nicht mehr unter den angezeigten. Was Sie tippen, wird trotzdem in ihr gespeichert.',
  'Somebody has just cleared this cell. You will be asked before it is overwritten.':
    'Jemand hat diese Zelle gerade geleert. Sie werden gefragt, bevor sie überschrieben wird.',
  'Somebody has just changed this cell to “{value}”. You will be asked before it is overwritten.':
    'Jemand hat diese Zelle gerade in „{value}“ geändert. Sie werden gefragt, bevor sie überschrieben wird.',
  'Not saved': 'Nicht gespeichert',
  Remark: 'Bemerkung',
  '{kbd} corrects it · {kbd2} goes back to the saved value':
    '{kbd} korrigiert es · {kbd2} geht zum gespeicherten Wert zurück',
  'Use mine': 'Meinen Wert übernehmen',
  'Keep theirs': 'Den anderen behalten',
  '{kbd} edits yours · {kbd2} keeps theirs': '{kbd} bearbeitet Ihren · {kbd2} behält den anderen',
  'Edit the attribute…': 'Attribut bearbeiten …',
  'Generate…': 'Generieren …',
  'Insert a column before…': 'Spalte davor einfügen …',
  'Insert a column after…': 'Spalte danach einfügen …',
  'Delete the attribute…': 'Attribut löschen …',
  '{name} is hidden. Show it again under Columns.':
    '{name} ist ausgeblendet. Unter „Spalten“ blenden Sie die Spalte wieder ein.',
  'Menu of {name}': 'Menü von {name}',
  'Select this column': 'Diese Spalte auswählen',
  'Filter by this column…': 'Nach dieser Spalte filtern …',
  'Hide this column': 'Diese Spalte ausblenden',
  'Filter by {name}': 'Nach {name} filtern',
  'Sort ascending': 'Aufsteigend sortieren',
  'Sort descending': 'Absteigend sortieren',
  'Clear the sort': 'Sortierung aufheben',
  'Stop grouping': 'Nicht mehr gruppieren',
  'Stop grouping by this column': 'Nicht mehr nach dieser Spalte gruppieren',
  'Group by this column': 'Nach dieser Spalte gruppieren',
  'Group by this column within the groups': 'Innerhalb der Gruppen nach dieser Spalte gruppieren',
  'Fit to the content': 'An den Inhalt anpassen',
  'Pin to the left': 'Links anheften',
  'Pin to the right': 'Rechts anheften',
  'Unpin this column': 'Diese Spalte lösen',
  'Move left': 'Nach links verschieben',
  'Move right': 'Nach rechts verschieben',
  'Drag to fill, or double-click to fill down to the end (Alt: copy)':
    'Ziehen, um auszufüllen, oder doppelklicken, um bis zum Ende auszufüllen (Alt: kopieren)',
  'Go to row': 'Gehe zu Zeile',
  Go: 'Los',
  'Row number, 1 to {rowCount}': 'Zeilennummer, 1 bis {rowCount}',
  '{told} F4 shows more.': '{told} F4 zeigt mehr.',
  'Deleted elsewhere': 'Anderswo gelöscht',
  'Select all cells': 'Alle Zellen auswählen',
  'Select all cells (Ctrl+A)': 'Alle Zellen auswählen (Strg+A)',
  'Hide the variants of {label}': 'Varianten von {label} ausblenden',
  'this product': 'dieses Produkts',
  'Show the variants of {label}': 'Varianten von {label} anzeigen',
  'Open the details of this row': 'Details dieser Zeile öffnen',
  'Open the details (Space)': 'Details öffnen (Leertaste)',
  New: 'Neu',
  'Discard the new row': 'Neue Zeile verwerfen',
  'Discard the new row (Ctrl+-)': 'Neue Zeile verwerfen (Strg+-)',
  Loading: 'Wird geladen',
  'No {plural} match': 'Keine passenden {plural}',
  'Show all {plural}': 'Alle {plural} anzeigen',
  'Change the search or the filters, or clear them.': 'Ändern Sie Suche oder Filter, oder heben Sie sie auf.',
  'No sources yet': 'Noch keine Quellen',
  'Sources are pages, texts and files that scripts and agents add through the API.':
    'Quellen sind Seiten, Texte und Dateien, die Skripte und Agenten über die API hinzufügen.',
  'No {plural} yet – add one or import a file':
    'Noch keine {plural} – legen Sie etwas an, oder importieren Sie eine Datei',
  'Add the first {singular}': '{singular} hinzufügen',
  'A CSV or Excel file from a spreadsheet or a shop can also be dropped here.':
    'Eine CSV- oder Excel-Datei aus einer Tabellenkalkulation oder einem Shop kann auch hier abgelegt werden.',
  'No attributes yet': 'Noch keine Attribute',
  'An attribute is a column: a name, a price, a picture. Add the first one, or import a file and let its columns become the attributes of your {noun}.':
    'Ein Attribut ist eine Spalte: ein Name, ein Preis, ein Bild. Fügen Sie das erste hinzu, oder importieren Sie eine Datei und lassen Sie ihre Spalten zu Attributen werden ({noun}).',
  'The rows could not be loaded': 'Die Zeilen konnten nicht geladen werden',
  'The filters or the order do not fit': 'Filter oder Reihenfolge passen nicht',
  'They name an attribute that is not there, or a value that does not fit it. Correct them above, or clear them.':
    'Sie nennen ein Attribut, das es nicht gibt, oder einen Wert, der nicht dazu passt. Korrigieren Sie sie oben, oder heben Sie sie auf.',
  'Collapse {text}': '{text} zuklappen',
  'Expand {text}': '{text} aufklappen',
  '{name} cannot be sorted.': '{name} kann nicht sortiert werden.',
  '{name} cannot be sorted: it refers to other entries.':
    '{name} kann nicht sortiert werden: Es verweist auf andere Einträge.',
  '{name} is a column of Vitrine and keeps its name.':
    '{name} ist eine Spalte von Vitrine und behält ihren Namen.',
  'Required by the classes of the category': 'Pflicht durch die Klassen der Kategorie',
  'Sort by {name} (Shift adds to the order, Ctrl selects the column)':
    'Nach {name} sortieren (Umschalt erweitert die Reihenfolge, Strg wählt die Spalte aus)',
  '{name} (Ctrl selects the column)': '{name} (Strg wählt die Spalte aus)',
  'Rejected changes that are not shown': 'Zurückgewiesene Änderungen, die nicht angezeigt werden',
  'Their rows have been deleted, or their rows or columns are not among those shown.':
    'Ihre Zeilen wurden gelöscht, oder ihre Zeilen oder Spalten sind nicht unter den angezeigten.',
  'to be cleared': 'zu leeren',
  'Text copied.': 'Text kopiert.',
  'Copy text': 'Text kopieren',
  Discard: 'Verwerfen',
  'Nothing to undo': 'Nichts rückgängig zu machen',
  'Undo {done} (Ctrl+Z)': 'Rückgängig: {done} (Strg+Z)',
  'Nothing to redo': 'Nichts zu wiederholen',
  'Redo {undone} (Ctrl+Y)': 'Wiederholen: {undone} (Strg+Y)',
  Paste: 'Einfügen',
  'Add {value} for what lies beyond the last row':
    '{value} hinzufügen für das, was über die letzte Zeile hinausgeht',
  '{value} will be written, as one step that can be undone.':
    '{value} werden geschrieben, in einem Schritt, der rückgängig gemacht werden kann.',
  '{value} cannot be edited and will stay as they are.':
    '{value} können nicht bearbeitet werden und bleiben, wie sie sind.',
  '{outsideColumns} {outsideColumns, plural, one {column does} other {columns do}} not fit: there are no more columns here.':
    '{outsideColumns, plural, one {# Spalte passt} other {# Spalten passen}} nicht: Hier gibt es keine weiteren Spalten.',
  '{outsideRows} {outsideRows, plural, one {row does} other {rows do}} not fit: rows cannot be added by pasting here.':
    '{outsideRows, plural, one {# Zeile passt} other {# Zeilen passen}} nicht: Hier können durch Einfügen keine Zeilen entstehen.',
  '{value} will not be saved. What was pasted stays in them with the reason; F8 goes from one to the next.':
    '{value} werden nicht gespeichert. Der eingefügte Wert bleibt mit dem Grund darin stehen; mit F8 gehen Sie von einer Zelle zur nächsten.',
  Reason: 'Grund',
  'And {value} more.': 'Und {value} weitere.',
  'Paste {value}': '{value} einfügen',
  'add {value}': '{value} hinzufügen',
  'Add {value}': '{value} hinzufügen',
  'Paste {value}, {added}': '{value} einfügen, {added}',
  '{count, plural, one {# new product} other {# new products}}':
    '{count, plural, one {# neues Produkt} other {# neue Produkte}}',
  '{count, plural, one {# new image} other {# new images}}':
    '{count, plural, one {# neues Bild} other {# neue Bilder}}',
  '{count, plural, one {# new vendor} other {# new vendors}}':
    '{count, plural, one {# neuer Anbieter} other {# neue Anbieter}}',
  '{count, plural, one {# new category} other {# new categories}}':
    '{count, plural, one {# neue Kategorie} other {# neue Kategorien}}',
  '{count, plural, one {# new source} other {# new sources}}':
    '{count, plural, one {# neue Quelle} other {# neue Quellen}}',
  'Rename {name}': '{name} umbenennen',
  '{name} is now {name2}.': '{name} heißt jetzt {name2}.',
  'Expand all groups': 'Alle Gruppen aufklappen',
  'Collapse all groups': 'Alle Gruppen zuklappen',
  'Open the details': 'Details öffnen',
  'Show what is proposed…': 'Vorschlag anzeigen …',
  'Where the value comes from…': 'Woher der Wert kommt …',
  'Insert a row above': 'Zeile darüber einfügen',
  'Insert a row below': 'Zeile darunter einfügen',
  'Add a variant': 'Variante hinzufügen',
  'Move up': 'Nach oben verschieben',
  'Move down': 'Nach unten verschieben',
  'Copy {cells}': '{cells} kopieren',
  'Copy with column names': 'Mit Spaltennamen kopieren',
  'Copy {cells} with column names': '{cells} mit Spaltennamen kopieren',
  'Copy as Markdown': 'Als Markdown kopieren',
  'Copy as JSON': 'Als JSON kopieren',
  'Copy without pictures': 'Ohne Bilder kopieren',
  'Fill to the end': 'Bis zum Ende ausfüllen',
  'Clear {cells}': '{cells} leeren',
  'Change…': 'Ändern …',
  'Change {cells}…': '{cells} ändern …',
  'Add a note or to-do…': 'Notiz oder Aufgabe hinzufügen …',
  'Compare {rows} rows': '{rows} Zeilen vergleichen',
  'Copy the ID': 'ID kopieren',
  'Copy {rows, plural, one {# ID} other {# IDs}}': '{rows, plural, one {# ID} other {# IDs}} kopieren',
  'Copy the address in the API': 'Adresse in der API kopieren',
  'Move to the trash': 'In den Papierkorb legen',
  'Move {value} to the trash': '{value} in den Papierkorb legen',
  'Summing up…': 'Wird zusammengerechnet …',
  'of the rows loaded so far': 'der bisher geladenen Zeilen',
  '{unmatched, plural, one {# new row does not match: hide it} other {# new rows do not match: hide them}}':
    '{unmatched, plural, one {# neue Zeile passt nicht: ausblenden} other {# neue Zeilen passen nicht: ausblenden}}',
  '{out, plural, one {# new row is} other {# new rows are}} out of order: put in order':
    '{out, plural, one {# neue Zeile steht} other {# neue Zeilen stehen}} nicht in der Reihenfolge: einordnen',
  '{out, plural, one {# new row is} other {# new rows are}} out of order, {unmatched, plural, one {# does} other {# do}} not match: put in order and hide':
    '{out, plural, one {# neue Zeile steht} other {# neue Zeilen stehen}} nicht in der Reihenfolge, {unmatched, plural, one {# passt} other {# passen}} nicht: einordnen und ausblenden',
  'Duplicate row': 'Zeile duplizieren',
  'Add a row with the same values (Ctrl+Shift+D)': 'Zeile mit denselben Werten hinzufügen (Strg+Umschalt+D)',
  'Add a variant of this product (Ctrl+Shift+Enter)':
    'Variante dieses Produkts hinzufügen (Strg+Umschalt+Eingabe)',
  'Export the selected rows to a file': 'Ausgewählte Zeilen in eine Datei exportieren',
  'Move to trash': 'In den Papierkorb',
  'Move the selected rows to the trash (Ctrl+Delete)':
    'Ausgewählte Zeilen in den Papierkorb legen (Strg+Entf)',
  Status: 'Status',
  '{groups, plural, one {# group} other {# groups}}': '{groups, plural, one {# Gruppe} other {# Gruppen}}',
  '{out, plural, one {# row no longer matches} other {# rows no longer match}} the order: refresh':
    '{out, plural, one {# Zeile passt} other {# Zeilen passen}} nicht mehr zur Reihenfolge: auffrischen',
  '{mark} F4 shows more.': '{mark} F4 zeigt mehr.',
  '{count, plural, one {The new row is} other {# new rows are}} not saved yet: F8 shows why.':
    '{count, plural, one {Die neue Zeile ist} other {# neue Zeilen sind}} noch nicht gespeichert: F8 zeigt, warum.',
  '{count, plural, one {The new row is} other {# new rows are}} not saved yet: enter {name}.':
    '{count, plural, one {Die neue Zeile ist} other {# neue Zeilen sind}} noch nicht gespeichert: {name} eingeben.',
  'Lists that find or sort by it are quick from then on. You can keep working meanwhile.':
    'Listen, die danach suchen oder sortieren, sind von da an schnell. Sie können inzwischen weiterarbeiten.',
  '{title} and {count, plural, one {# other} other {# others}}':
    '{title} und {count, plural, one {# weiteres} other {# weitere}}',
  'Speeding up {title}{share}': 'Wird beschleunigt: {title}{share}',
  '{circleAlert} Some rows could not be loaded.': '{circleAlert} Einige Zeilen konnten nicht geladen werden.',
  '{pending, plural, one {# change waits} other {# changes wait}} to be sent':
    '{pending, plural, one {# Änderung wartet} other {# Änderungen warten}} auf das Senden',
  'Saving {pending, plural, one {# change} other {# changes}}…':
    '{pending, plural, one {# Änderung wird} other {# Änderungen werden}} gespeichert …',
  '{refused, plural, one {# change was} other {# changes were}} rejected: show (F8)':
    '{refused, plural, one {# Änderung wurde} other {# Änderungen wurden}} zurückgewiesen: anzeigen (F8)',
  Summary: 'Summen',
  'Summary of {name}': 'Zusammenfassung von {name}',
  Summarize: 'Zusammenfassen',
  // a team: signing in, people, accounts
  'this one¦browser': 'dieser',
  'A new password for {name}': 'Ein neues Passwort für {name}',
  'Account disabled': 'Konto gesperrt',
  'Account enabled': 'Konto entsperrt',
  'Account created': 'Konto angelegt',
  'Account of another provider linked': 'Konto eines anderen Dienstes verknüpft',
  Administrator: 'Administrator',
  'As the others see it': 'Wie die anderen ihn sehen',
  Browser: 'Browser',
  By: 'Von',
  'Change the name': 'Namen ändern',
  'Change the password': 'Passwort ändern',
  'Copy all': 'Alle kopieren',
  'Copy the link': 'Link kopieren',
  'Copy the link and pass it on. It works once, and it is shown only now.':
    'Kopieren Sie den Link und geben Sie ihn weiter. Er gilt einmal und wird nur dieses eine Mal angezeigt.',
  'Disable the account': 'Konto sperren',
  Disabled: 'Gesperrt',
  'Each signs you in once when the app is not there. They are not shown again.':
    'Jeder meldet Sie einmal an, wenn die App nicht da ist. Sie werden nicht noch einmal angezeigt.',
  'Enable the account': 'Konto entsperren',
  'From address': 'Von Adresse',
  'Valid until': 'Gültig bis',
  'I have saved them': 'Ich habe sie aufbewahrt',
  'Invitation withdrawn': 'Einladung zurückgezogen',
  'Invite somebody': 'Jemanden einladen',
  'Invite somebody to {workspace}': 'Jemanden in {workspace} einladen',
  Invited: 'Eingeladen',
  'Invited by': 'Eingeladen von',
  'It was not signed out': 'Die Abmeldung ist nicht gelungen',
  'It was sent by mail, too. The link is shown this once.':
    'Er wurde auch per E-Mail gesendet. Der Link wird nur dieses eine Mal angezeigt.',
  Joined: 'Beigetreten',
  'Save these recovery codes': 'Bewahren Sie diese Wiederherstellungscodes auf',
  'Last seen': 'Zuletzt gesehen',
  'Link for a new password created': 'Link für ein neues Passwort erstellt',
  'Create a link for a new password': 'Link für ein neues Passwort erstellen',
  'Make an administrator of the server': 'Zum Administrator des Servers machen',
  'Create new recovery codes': 'Neue Wiederherstellungscodes erstellen',
  'Create the invitation': 'Einladung erstellen',
  Members: 'Mitglieder',
  'Administrator rights given': 'Administratorrechte erteilt',
  'API key created': 'API-Schlüssel angelegt',
  'API key revoked': 'API-Schlüssel widerrufen',
  'Agent given access': 'Agent zugelassen',
  'Access of an agent ended': 'Zugang eines Agenten beendet',
  'AI provider added': 'KI-Provider hinzugefügt',
  'AI provider changed': 'KI-Provider geändert',
  'AI provider deleted': 'KI-Provider gelöscht',
  'Settings changed': 'Einstellungen geändert',
  'Backup restored': 'Sicherung wiederhergestellt',
  'Backup deleted': 'Sicherung gelöscht',
  'Workspace created': 'Arbeitsbereich angelegt',
  'Workspace opened from a file': 'Arbeitsbereich aus einer Datei geöffnet',
  'Workspace moved': 'Arbeitsbereich verschoben',
  'Workspace saved to a file': 'Arbeitsbereich in eine Datei gespeichert',
  'Package opened': 'Paket geöffnet',
  'Package saved': 'Paket gespeichert',
  'Export started': 'Export gestartet',
  'Export downloaded': 'Export heruntergeladen',
  'Log of the server downloaded': 'Protokoll des Servers heruntergeladen',
  'Who may edit an attribute changed': 'Bearbeitungsrecht eines Attributs geändert',
  'Trash emptied': 'Papierkorb geleert',
  'Watched folder added': 'Überwachter Ordner hinzugefügt',
  'Watched folder changed': 'Überwachter Ordner geändert',
  'Watched folder removed': 'Überwachter Ordner entfernt',
  'Automation created': 'Automatik angelegt',
  'Automation changed': 'Automatik geändert',
  'Automation deleted': 'Automatik gelöscht',
  everybody: 'alle',
  'by {credential}': 'durch {credential}',
  'Nothing was changed, because you have not confirmed that it is you.':
    'Es wurde nichts geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
  'Confirm that it is you': 'Bestätigen, dass Sie es sind',
  'This step asks again who you are, because the last time is more than a quarter of an hour ago.':
    'Dieser Schritt fragt noch einmal, wer Sie sind, weil das letzte Mal länger als eine Viertelstunde her ist.',
  'This account has no password. Ask an administrator of the server for a link to set one.':
    'Dieses Konto hat kein Passwort. Bitten Sie einen Administrator des Servers um einen Link, um eines zu setzen.',
  'Your password': 'Ihr Passwort',
  'Or a one-time code': 'Oder ein Einmalcode',
  'Sign in with {name} once more, in a page of its own, then continue here.':
    'Melden Sie sich auf einer eigenen Seite noch einmal mit {name} an, und fahren Sie dann hier fort.',
  'Or sign in with {name} once more, in a page of its own.':
    'Oder melden Sie sich auf einer eigenen Seite noch einmal mit {name} an.',
  'I have signed in there': 'Ich habe mich dort angemeldet',
  'One-time codes reset': 'Einmalcodes zurückgesetzt',
  'E-mail changed': 'E-Mail geändert',
  'Account deleted': 'Konto gelöscht',
  'Link for a forgotten password mailed': 'Link für ein vergessenes Passwort gesendet',
  'The link is good once and for a day. Until then the old password is good, too.':
    'Der Link gilt einmal und einen Tag lang. Bis dahin gilt auch das alte Passwort.',
  'End their API keys and agents now': 'API-Schlüssel und Agenten dieser Person jetzt beenden',
  'For a password that somebody else may know.': 'Für ein Passwort, das jemand anderes kennen könnte.',
  'Create the link': 'Link erstellen',
  'The e-mail was changed': 'Die E-Mail wurde geändert',
  'Another e-mail for {name}': 'Eine andere E-Mail für {name}',
  'Change the e-mail': 'E-Mail ändern',
  'They sign in with it from then on.': 'Damit meldet sich die Person von da an an.',
  '{name} signs in without codes now': '{name} meldet sich jetzt ohne Codes an',
  'Turn off the one-time codes of {name}?': 'Einmalcodes von {name} ausschalten?',
  'Turn off one-time codes': 'Einmalcodes ausschalten',
  'Do this for somebody who has lost the app and the recovery codes, once you are sure who asks. They are signed out everywhere and can turn codes on anew.':
    'Tun Sie das für jemanden, der die App und die Wiederherstellungscodes verloren hat, sobald Sie sicher sind, wer fragt. Die Person wird überall abgemeldet und kann Codes neu einschalten.',
  'The account of {name} was deleted': 'Das Konto von {name} wurde gelöscht',
  'Delete the account of {name}?': 'Konto von {name} löschen?',
  'Delete the account': 'Konto löschen',
  'Their sessions, API keys and agents end, in all workspaces. What they have changed and written keeps their name. This cannot be undone; an account that may come back is disabled instead.':
    'Sitzungen, API-Schlüssel und Agenten der Person enden, in allen Arbeitsbereichen. Was sie geändert und geschrieben hat, behält ihren Namen. Das lässt sich nicht rückgängig machen; ein Konto, das wiederkommen kann, wird stattdessen deaktiviert.',
  'You sign in with it': 'Damit melden Sie sich an',
  'End my API keys and agents, too': 'Auch meine API-Schlüssel und Agenten beenden',
  'Look into your mail': 'Sehen Sie in Ihre E-Mails',
  'If there is an account with this e-mail, a link for a new password is on its way. It works once and for an hour.':
    'Gibt es ein Konto mit dieser E-Mail, ist ein Link für ein neues Passwort unterwegs. Er gilt einmal und eine Stunde lang.',
  'Send me a link': 'Link senden',
  'Back to the sign-in page': 'Zurück zur Anmeldeseite',
  'I have forgotten my password': 'Ich habe mein Passwort vergessen',
  'No account yet? An owner of the catalog invites you.':
    'Noch kein Konto? Ein Eigentümer des Katalogs lädt Sie ein.',
  'Copy taken home': 'Kopie mitgenommen',
  'Administrator rights removed': 'Administratorrechte entzogen',
  'Remove as administrator': 'Administratorrechte entziehen',
  'No member': 'Kein Mitglied',
  'Nobody signs in here': 'Hier meldet sich niemand an',
  'Off. With codes, whoever has your password still needs the app on your phone to sign in.':
    'Aus. Mit Codes braucht auch, wer Ihr Passwort hat, noch die App auf Ihrem Telefon, um sich anzumelden.',
  'On. {left, plural, one {# recovery code is} other {# recovery codes are}} left.':
    'An. {left, plural, one {# Wiederherstellungscode ist} other {# Wiederherstellungscodes sind}} übrig.',
  'One-time codes': 'Einmalcodes',
  'One-time codes are off': 'Einmalcodes sind ausgeschaltet',
  'One-time codes turned off': 'Einmalcodes ausgeschaltet',
  'One-time codes turned on': 'Einmalcodes eingeschaltet',
  'Password changed': 'Passwort geändert',
  'Picture of the secret for an app': 'QR-Code mit dem Geheimnis für eine App',
  'Present password': 'Jetziges Passwort',
  'Scan this picture with an app for one-time codes, or type the secret into it.':
    'Scannen Sie diesen QR-Code mit einer App für Einmalcodes, oder geben Sie das Geheimnis dort ein.',
  'Recovery code used': 'Wiederherstellungscode verwendet',
  'New recovery codes created': 'Wiederherstellungscodes neu erstellt',
  'Remove from this workspace': 'Aus diesem Arbeitsbereich entfernen',
  'Removed from the workspace': 'Aus dem Arbeitsbereich entfernt',
  Renamed: 'Umbenannt',
  Role: 'Rolle',
  'Role changed': 'Rolle geändert',
  'Role of {name}': 'Rolle von {name}',
  'Session ended': 'Sitzung beendet',
  'Set up one-time codes': 'Einmalcodes einrichten',
  'Show older ones': 'Ältere anzeigen',
  'Sign out': 'Abmelden',
  'Sign out everywhere else': 'Überall sonst abmelden',
  'Sign out {browser} at {address}': '{browser} bei {address} abmelden',
  'Sign-in failed': 'Anmeldung fehlgeschlagen',
  'Sign-in locked for a quarter of an hour': 'Anmeldung für eine Viertelstunde gesperrt',
  'Signed in': 'Angemeldet',
  'Some changes are not saved yet': 'Manche Änderungen sind noch nicht gespeichert',
  'Withdraw the invitation of {email}': 'Einladung von {email} zurückziehen',
  'The code that the app shows': 'Der Code, den die App anzeigt',
  'The invitation was not withdrawn': 'Die Einladung wurde nicht zurückgezogen',
  'The link was created': 'Der Link wurde erstellt',
  'The name was changed': 'Der Name wurde geändert',
  'The password was changed; your other browsers were signed out':
    'Das Passwort wurde geändert; Ihre anderen Browser wurden abgemeldet',
  'This Vitrine is yours alone. A team shares one that is started with vitrine serve --team.':
    'Dieses Vitrine gehört Ihnen allein. Ein Team teilt sich eines, das mit vitrine serve --team gestartet wird.',
  'To whom': 'Betrifft',
  'Turn codes off': 'Codes ausschalten',
  'Turn codes on': 'Codes einschalten',
  'Unknown browser': 'Unbekannter Browser',
  'Wait until they are saved, or discard what was rejected; then sign out.':
    'Warten Sie, bis sie gespeichert sind, oder verwerfen Sie das Zurückgewiesene; melden Sie sich dann ab.',
  'Log of accounts and access': 'Protokoll der Konten und Zugänge',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'Who works in “{name}”, and what each may do.': 'Wer in „{name}“ arbeitet und was jeder darf.',
  'Who works in “{name}”. Its owners invite people and give them roles.':
    'Wer in „{name}“ arbeitet. Dessen Eigentümer laden Personen ein und geben ihnen Rollen.',
  'You were not signed out': 'Sie wurden nicht abgemeldet',
  'Your account': 'Ihr Konto',
  'Your password, to confirm it': 'Ihr Passwort zur Bestätigung',
  'the command line': 'der Befehlszeile',
  'you¦yourself': 'Sie',
  '{email} is invited': '{email} ist eingeladen',
  Owner: 'Eigentümer',
  'may do everything here, people, trash and backups included.':
    'darf hier alles, auch Personen, Papierkorb und Sicherungen.',
  Manager: 'Verwalter',
  'changes attributes, classes, channels and imports, and makes keys of their own.':
    'ändert Attribute, Klassen, Kanäle und Importe und legt eigene Schlüssel an.',
  Editor: 'Bearbeiter',
  'changes values, imports and exports.': 'ändert Werte, importiert und exportiert.',
  Contributor: 'Mitwirkender',
  'proposes values; an editor decides about them.': 'schlägt Werte vor; ein Bearbeiter entscheidet darüber.',
  Viewer: 'Betrachter',
  'views, searches and exports.': 'liest, sucht und exportiert.',
  'Checking the link…': 'Der Link wird geprüft …',
  'This link is no longer valid': 'Dieser Link gilt nicht mehr',
  'Continue to Vitrine': 'Weiter zu Vitrine',
  'Create the first account': 'Das erste Konto anlegen',
  'It owns every workspace, invites the others and manages this server.':
    'Ihm gehören alle Arbeitsbereiche, es lädt die anderen ein und verwaltet diesen Server.',
  'Create the account': 'Konto anlegen',
  'E-mail': 'E-Mail',
  'As the others see it, beside what you change.': 'Wie die anderen ihn sehen, neben dem, was Sie ändern.',
  Join: 'Beitreten',
  'The password of your account': 'Das Passwort Ihres Kontos',
  'The new password is set. Sign in with it.': 'Das neue Passwort ist festgelegt. Melden Sie sich damit an.',
  'Set a new password': 'Neues Passwort festlegen',
  'For {email}. The account will be signed out everywhere.':
    'Für {email}. Das Konto wird überall abgemeldet.',
  'Set the password': 'Passwort festlegen',
  'New password': 'Neues Passwort',
  'Join {workspace}': '{workspace} beitreten',
  'the catalog': 'dem Katalog',
  'You are invited as {role}: {hint}': 'Sie sind eingeladen als {role}: {hint}',
  Password: 'Passwort',
  'At least {length} characters; several words that do not belong together are best.':
    'Mindestens {length} Zeichen; am besten mehrere Wörter, die nicht zusammengehören.',
  'Still too short.': 'Noch zu kurz.',
  'Easily guessed. Make it longer or less common.':
    'Leicht zu erraten. Wählen Sie ein längeres oder ungewöhnlicheres.',
  'A good password.': 'Ein gutes Passwort.',
  'Sign in': 'Anmelden',
  'Your session has ended': 'Ihre Sitzung ist zu Ende',
  'Sign in again to continue where you left off.':
    'Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
  'They are sent once {name} is signed in. Somebody else who signs in here discards them.':
    'Sie werden gesendet, sobald {name} angemeldet ist. Meldet sich hier jemand anderes an, werden sie verworfen.',
  or: 'oder',
  'Sign in with {name}': 'Mit {name} anmelden',
  'No account yet, or the password forgotten? An administrator of this server gives you a link.':
    'Noch kein Konto oder das Passwort vergessen? Ein Administrator dieses Servers gibt Ihnen einen Link.',
  'Signing in…': 'Anmeldung …',
  'One-time code': 'Einmalcode',
  'If your account asks for one: the newest code of your app, or a recovery code.':
    'Falls Ihr Konto einen verlangt: der neueste Code Ihrer App oder ein Wiederherstellungscode.',
  'This e-mail and password do not open an account here. If the account asks for a code, type the newest one.':
    'Zu dieser E-Mail-Adresse und diesem Passwort gibt es hier kein Konto. Verlangt das Konto einen Code, geben Sie den neuesten ein.',
  'Too many tries. Wait a quarter of an hour, then try again.':
    'Zu viele Versuche. Warten Sie eine Viertelstunde und versuchen Sie es dann noch einmal.',

  // query: what attributes are
  'Single line text': 'Einzeiliger Text',
  'Long text': 'Langer Text',
  'Rich text': 'Formatierter Text',
  Number: 'Zahl',
  Checkbox: 'Kontrollkästchen',
  'Single select': 'Einfachauswahl',
  'Multi select': 'Mehrfachauswahl',
  Image: 'Bild',
  Video: 'Video',
  Progress: 'Fortschritt',
  Rank: 'Rang',
  Reference: 'Verweis',
  'List of references': 'Liste von Verweisen',
  'Inverse reference': 'Umgekehrter Verweis',
  Lookup: 'Nachschlagewert',
  Money: 'Geldbetrag',
  Measure: 'Maß',
  Email: 'E-Mail',
  'Date and time': 'Datum und Uhrzeit',

  // query: rules of quality that nobody has named
  'Title is missing': 'Titel fehlt',
  'Title is too long for Google': 'Titel ist zu lang für Google',
  'Title is very short': 'Titel ist sehr kurz',
  'Title is all in capitals': 'Titel steht ganz in Großbuchstaben',
  'Title is a placeholder': 'Titel ist ein Platzhalter',
  'Title has HTML in it': 'Titel enthält HTML',
  'Title is there twice': 'Titel ist doppelt',
  'GTIN is missing where a brand is set': 'GTIN fehlt, obwohl die Marke gesetzt ist',
  'GTIN is not valid': 'GTIN ist ungültig',
  'GTIN is there twice': 'GTIN ist doppelt',
  'Price is missing': 'Preis fehlt',
  'Price is not above zero': 'Preis ist nicht größer als null',
  'Price is far from the others': 'Preis weicht weit von den anderen ab',
  'Price has no currency': 'Preis hat keine Währung',
  'Required by {name}': 'Verlangt von {name}',
  'Constraints of {name}': 'Vorgaben für {name}',

  // desktop: its menu, dialogs and notices; commands of the menu as `label` of shared/commands.ts calls them
  'What Changed': 'Änderungen',
  'Notes and To-Dos': 'Notizen und Aufgaben',
  'Quality Rules': 'Qualitätsregeln',
  'Quality Score': 'Qualitätspunktzahl',
  'API and Keys': 'API und Schlüssel',
  'AI Providers': 'KI-Provider',
  'Vitrine Help': 'Hilfe zu Vitrine',
  'What Is New': 'Neuerungen',
  'Quick Search': 'Schnellsuche',
  'Find…': 'Suchen …',
  'Find and Replace…': 'Suchen und ersetzen …',
  'Add Row at the End': 'Zeile am Ende hinzufügen',
  'Insert Row Below': 'Zeile darunter einfügen',
  'Insert Row Above': 'Zeile darüber einfügen',
  'Duplicate Row': 'Zeile duplizieren',
  'Add Variant': 'Variante hinzufügen',
  'Show Details': 'Details anzeigen',
  'Where the Value Comes From…': 'Herkunft des Werts …',
  'Move to the Trash': 'In den Papierkorb legen',
  'Discard New Row': 'Neue Zeile verwerfen',
  'Copy With Column Names': 'Mit Spaltennamen kopieren',
  'Clear Cells': 'Zellen leeren',
  'Change Cells…': 'Zellen ändern …',
  'Discard All Rejected': 'Alle zurückgewiesenen verwerfen',
  'Add Note or To-Do…': 'Notiz oder Aufgabe hinzufügen …',
  'Compare Rows…': 'Zeilen vergleichen …',
  'Merge Rows…': 'Zeilen zusammenführen …',
  'Copy IDs': 'IDs kopieren',
  'Copy API Address': 'Adresse in der API kopieren',
  'Go to Row…': 'Gehe zu Zeile …',
  'Next Rejected Change': 'Nächste zurückgewiesene Änderung',
  'Next Missing Value': 'Nächster fehlender Wert',
  'Collapse Groups': 'Gruppen zuklappen',
  'Expand Groups': 'Gruppen aufklappen',
  'Summary Row': 'Summenzeile',
  'Columns of Classes': 'Spalten der Klassen',
  'Load Rows Again': 'Zeilen neu laden',
  'Import…': 'Importieren …',
  'Generate Values…': 'Werte generieren …',
  'Export…': 'Exportieren …',
  'Print…': 'Drucken …',
  'Add Attribute…': 'Attribut hinzufügen …',
  'New Workspace…': 'Neuer Arbeitsbereich …',
  'Start Page': 'Startseite',
  'Keyboard Shortcuts': 'Tastenkürzel',
  'Tour: Edit in the Grid': 'Rundgang: in der Tabelle bearbeiten',
  'Tour: Import a File': 'Rundgang: eine Datei importieren',
  'Tour: Publish to a Channel': 'Rundgang: in einem Kanal veröffentlichen',
  'Command or Entry…': 'Befehl oder Eintrag …',
  'Appearance Like the System': 'Darstellung wie im System',
  'Light Appearance': 'Helle Darstellung',
  'Dark Appearance': 'Dunkle Darstellung',
  'Collapse or Expand the Sidebar': 'Seitenleiste ein- oder ausklappen',
  'Compact Rows': 'Kompakte Zeilen',
  'Normal Rows': 'Normale Zeilen',
  'Roomy Rows': 'Großzügige Zeilen',
  '&File': '&Datei',
  '&Edit': '&Bearbeiten',
  '&Row': '&Zeile',
  '&View': '&Ansicht',
  '&Go': '&Gehe zu',
  '&Window': '&Fenster',
  '&Help': '&Hilfe',
  'New Workspace File…': 'Neue Arbeitsbereichsdatei …',
  'Open…': 'Öffnen …',
  'Open a Team Catalog…': 'Team-Katalog öffnen …',
  'Open Recent': 'Zuletzt geöffnet',
  'Keep Serving When Windows Are Closed': 'Ohne Fenster weiterlaufen',
  'Start at Login': 'Bei der Anmeldung starten',
  'Show Data Folder': 'Datenordner anzeigen',
  'Close Window': 'Fenster schließen',
  OK: 'OK',
  Quit: 'Beenden',
  'Quit Vitrine': 'Vitrine beenden',
  Cut: 'Ausschneiden',
  'Select All': 'Alles auswählen',
  'Actual Size': 'Originalgröße',
  'Zoom In': 'Vergrößern',
  'Zoom Out': 'Verkleinern',
  'Full Screen': 'Vollbild',
  'Developer Tools': 'Entwicklerwerkzeuge',
  Minimize: 'Minimieren',
  'Zoom¦of a window': 'Zoomen',
  'Bring All to Front': 'Alle nach vorne bringen',
  Documentation: 'Dokumentation',
  'Check for Updates (no update server is set up)': 'Nach Updates suchen (kein Update-Server eingerichtet)',
  'About Vitrine': 'Über Vitrine',
  Services: 'Dienste',
  'Hide Vitrine': 'Vitrine ausblenden',
  'Hide Others': 'Andere ausblenden',
  'Show All': 'Alle einblenden',
  'is not there': 'ist nicht da',
  'A catalog in one file that you own. Electron {electron}, Node {node}.':
    'Ein Katalog in einer Datei, die Ihnen gehört. Electron {electron}, Node {node}.',
  'Open Link in the Browser': 'Link im Browser öffnen',
  'Copy Link': 'Link kopieren',
  'Open Vitrine': 'Vitrine öffnen',
  'Serving at {origin}': 'Bereitgestellt unter {origin}',
  'Copy the API Address': 'Adresse der API kopieren',
  'Restore the Latest Backup': 'Letzte Sicherung wiederherstellen',
  'Show the Backups': 'Sicherungen anzeigen',
  'The latest backup was made on {time}. What is in the file now is kept beside it.':
    'Die letzte Sicherung ist vom {time}. Was jetzt in der Datei steht, wird daneben aufbewahrt.',
  'The backup could not be restored.': 'Die Sicherung konnte nicht wiederhergestellt werden.',
  'The workspace is as it was.': 'Der Arbeitsbereich ist, wie er war.',
  'Vitrine workspace': 'Vitrine-Arbeitsbereich',
  'Open a workspace': 'Arbeitsbereich öffnen',
  'My catalog': 'Mein Katalog',
  'Look for It…': 'Suchen …',
  'Take Over What Is Known': 'Bekanntes übernehmen',
  'This window stopped working.': 'Dieses Fenster funktioniert nicht mehr.',
  'What had been saved is safe. Reload the window to continue.':
    'Alle gespeicherten Daten sind sicher. Laden Sie das Fenster neu, um weiterzuarbeiten.',
  'What had been saved is safe on the server.': 'Alle gespeicherten Daten sind auf dem Server sicher.',
  'Close the Window': 'Fenster schließen',
  'Try Again': 'Noch einmal versuchen',
  'Share on My Network…': 'In meinem Netzwerk freigeben …',
  'Share your catalogs on this network?': 'Ihre Kataloge in diesem Netzwerk freigeben?',
  'Vitrine restarts as a server for a team. You create an account, or sign in, and invite colleagues with links; nobody sees anything without one. Sharing lasts until you stop it or quit.':
    'Vitrine startet neu als Server für ein Team. Sie legen ein Konto an oder melden sich an und laden andere mit Links ein; ohne Link sieht niemand etwas. Die Freigabe gilt, bis Sie sie oder Vitrine beenden.',
  'Share at {address}': 'Unter {address} freigeben',
  'This computer is in no network that it could share in.':
    'Dieser Computer ist in keinem Netzwerk, in dem er etwas freigeben könnte.',
  'Connect it to the network of your colleagues, by cable or wireless, and try again. At a public address nothing is shared from here: set up a server for your team instead.':
    'Verbinden Sie ihn mit dem Netzwerk Ihres Teams, mit Kabel oder ohne, und versuchen Sie es noch einmal. Unter einer öffentlichen Adresse wird von hier nichts freigegeben: Richten Sie dafür einen Server für Ihr Team ein.',
  'Your catalogs are shared at {origin}': 'Ihre Kataloge sind unter {origin} freigegeben',
  'Invite colleagues on the page People, and send each their link: they paste it into “Open a team catalog…” of their app. It takes this certificate and no other:\n\n{certificate}\n\nA browser warns before it opens the address, since nobody else vouches for this computer: compare the certificate there.':
    'Laden Sie andere auf der Seite „Personen“ ein und schicken Sie allen ihren Link: Er wird in ihrer App bei „Team-Katalog öffnen …“ eingefügt. Sie nimmt dieses Zertifikat und kein anderes:\n\n{certificate}\n\nEin Browser warnt, bevor er die Adresse öffnet, denn niemand sonst bürgt für diesen Computer: Vergleichen Sie dort das Zertifikat.',
  'Copy the Address': 'Adresse kopieren',
  'Address and Certificate…': 'Adresse und Zertifikat …',
  'Stop Sharing': 'Freigabe beenden',
  'Vitrine shares at {origin}': 'Vitrine ist unter {origin} freigegeben',
  'The copy opens when you have stopped sharing.':
    'Die Kopie wird geöffnet, wenn Sie die Freigabe beendet haben.',
  'It stays where you have saved it.': 'Sie bleibt, wo Sie sie gespeichert haben.',
  'Vitrine could not share your catalogs.': 'Vitrine konnte Ihre Kataloge nicht freigeben.',
  'This computer no longer has the address, or it is a public one. Share again from the File menu.':
    'Dieser Computer hat die Adresse nicht mehr, oder sie ist öffentlich. Geben Sie im Menü „Datei“ erneut frei.',
  'Continue Without Sharing': 'Ohne Freigabe fortfahren',
  'It takes this certificate and no other: {certificate}. The computer that shares shows the same.':
    'Nur dieses Zertifikat wird genommen: {certificate}. Der Computer, der freigibt, zeigt dasselbe.',
  '“{name}” is on this computer now.': '„{name}“ ist jetzt auf diesem Computer.',
  'It is a workspace of its own: what is changed in it stays here.':
    'Es ist ein eigener Arbeitsbereich: Was darin geändert wird, bleibt hier.',
  'Open It': 'Öffnen',
  Later: 'Später',
  '{host} does not answer.': '{host} antwortet nicht.',
  '{host} does not prove to be the server that it was: its certificate is not trusted.':
    '{host} weist sich nicht als der Server aus, der es war: Seinem Zertifikat wird nicht vertraut.',
  'This window is not responding.': 'Dieses Fenster reagiert nicht.',
  'It may be busy. Wait, or reload it; what had been saved is safe.':
    'Vielleicht ist es beschäftigt. Warten Sie, oder laden Sie es neu; alle gespeicherten Daten sind sicher.',
  Wait: 'Warten',
  'Vitrine could not start with the data folder {folder}.':
    'Vitrine konnte mit dem Datenordner {folder} nicht starten.',
  '{file} could not be opened.': '{file} konnte nicht geöffnet werden.',
  'A part of this path is a file, not a folder. Name another folder with --data DIR.':
    'Ein Teil dieses Pfads ist eine Datei, kein Ordner. Nennen Sie mit --data DIR einen anderen Ordner.',
  'There is a file of that name where a folder is needed. Move it away or name another folder with --data DIR.':
    'Wo ein Ordner gebraucht wird, liegt eine Datei dieses Namens. Verschieben Sie sie oder nennen Sie mit --data DIR einen anderen Ordner.',
  'You may not write there. Give yourself access to the folder or name another one with --data DIR.':
    'Dort dürfen Sie nicht schreiben. Geben Sie sich Zugriff auf den Ordner oder nennen Sie mit --data DIR einen anderen.',
  'That disk can only be read. Name a folder on another disk with --data DIR.':
    'Dieser Datenträger lässt sich nur lesen. Nennen Sie mit --data DIR einen Ordner auf einem anderen.',
  'The disk is full. Free some space and start again.':
    'Der Datenträger ist voll. Schaffen Sie Platz und starten Sie erneut.',
  'Another program uses the port. Close it and start again.':
    'Ein anderes Programm benutzt den Port. Schließen Sie es und starten Sie erneut.',
  'Please send this text to the makers of Vitrine.':
    'Bitte senden Sie diesen Text an die Hersteller von Vitrine.',
  'The sample catalog could not be created.': 'Der Beispielkatalog konnte nicht angelegt werden.',
  'Create a workspace of your own or open one.':
    'Legen Sie einen eigenen Arbeitsbereich an oder öffnen Sie einen.',
  'Nothing was lost': 'Nichts ist verloren gegangen',
  '“{name}” was not closed properly. It has been checked and is sound.':
    '„{name}“ wurde nicht ordnungsgemäß geschlossen. Die Datei wurde geprüft und ist in Ordnung.',
  '“{name}” is damaged.': '„{name}“ ist beschädigt.',
  'Vitrine was interrupted the last time, and a check of {file} found: {damage}. Restore the latest backup, or continue and export what can be read.':
    'Vitrine wurde beim letzten Mal unterbrochen, und eine Prüfung von {file} ergab: {damage}. Stellen Sie die letzte Sicherung wieder her, oder machen Sie weiter und exportieren Sie, was sich lesen lässt.',
  Continue: 'Fortfahren',
  'In “{workspace}”.': 'In „{workspace}“.',
  'In “{workspace}”. Open Vitrine to see why.':
    'In „{workspace}“. Öffnen Sie Vitrine, um den Grund zu sehen.',
} satisfies Readonly<Record<string, string>>

/**
 * What the server says in English and the app shows to people: refusals, results of jobs, findings. Each entry is a sentence, or
 * several that stand together; `{name}` is what the server puts in, words of its own
 * included; `{sentence}` may be several. `renderer/ui/heard.ts` reads this.
 */
export const heard = {
  // what findings of the shipped rules say
  'There is no title.': 'Es gibt keinen Titel.',
  'Google shows 150 characters of a title and refuses longer ones.':
    'Google zeigt 150 Zeichen eines Titels und weist längere zurück.',
  'A title of fewer than 8 characters says little.': 'Ein Titel mit weniger als 8 Zeichen sagt wenig.',
  '{title} is written in capitals only.': '{title} besteht nur aus Großbuchstaben.',
  '“{title}” holds the place of a title.': '„{title}“ ist nur ein Platzhalter für einen Titel.',
  'Shops show tags, and codes such as &trade;, as they stand.':
    'Shops zeigen Tags und Codes wie &trade; so, wie sie dastehen.',
  'Another product of {brand} is called {title} too.':
    'Ein anderes Produkt von {brand} heißt ebenfalls {title}.',
  'Products of a brand have a GTIN, and shops ask for it.':
    'Markenprodukte haben eine GTIN, und Shops verlangen sie.',
  '{gtin} has no right check digit, or too few digits.':
    '{gtin} hat keine richtige Prüfziffer oder zu wenige Stellen.',
  'Another product has the GTIN {gtin} too.': 'Ein anderes Produkt hat ebenfalls die GTIN {gtin}.',
  'There is no price.': 'Es gibt keinen Preis.',
  'The price is {price}.': 'Der Preis ist {price}.',
  '{price} is far from what other products cost.':
    '{price} liegt weit von den Preisen anderer Produkte entfernt.',
  'Nobody can tell what {price} is in.': 'Die Währung von {price} ist nicht bekannt.',
  'The value does not keep to the constraints of {name}.': 'Der Wert hält die Vorgaben von {name} nicht ein.',
  '{name} requires a value here, or takes none like it.':
    '{name} verlangt hier einen Wert oder nimmt diesen nicht an.',

  // faults of values and fields
  'The value is not a plain integer from 0 on.': 'Der Wert ist keine ganze Zahl ab 0.',
  'limit is outside 1 to 200, a number breaks min, max or decimals, or a lower bound lies above the upper one.':
    'Eine Zahl liegt außerhalb der erlaubten Grenzen, oder die untere Grenze liegt über der oberen.',
  'The value is not one of those allowed here.': 'Der Wert ist hier nicht erlaubt.',
  'The filter operator is not in the public set.': 'Diesen Operator gibt es hier nicht.',
  'There is no such operator here.': 'Diesen Operator gibt es hier nicht.',
  'No attribute of that key is defined for the entity type.':
    'Ein Attribut mit diesem Schlüssel gibt es nicht.',
  'No attribute has the key {key}.': 'Kein Attribut hat den Schlüssel {key}.',
  'GET /attributes lists the keys.': 'Die Seite „Attribute“ zeigt, welche es gibt.',
  'The operator does not fit the data type of the attribute.':
    'Der Operator passt nicht zum Datentyp des Attributs.',
  'The filter value is empty; use [exists]=false to find blanks.':
    'Der Wert des Filters ist leer. Mit „ist leer“ finden Sie leere Zellen.',
  'Only true and false are accepted.': 'Nur Ja und Nein sind erlaubt.',
  'A list holds no value.': 'Eine Liste enthält keinen Wert.',
  'Send at least one.': 'Geben Sie mindestens einen an.',
  'A list holds more values than allowed (200 in an in filter, 100 items in a batch).':
    'Eine Liste enthält mehr Werte als erlaubt (200 in einem Filter).',
  'These are too many.': 'Das sind zu viele.',
  'The value is not a UUID, which ids and references are.': 'Der Wert ist keine ID.',
  'Look the id up in the list of the type.': 'Sehen Sie die ID in der Liste nach.',
  'Look the ids up in the list of the type.': 'Sehen Sie die IDs in der Liste nach.',
  'The value is not a number.': 'Der Wert ist keine Zahl.',
  'Send a number such as 129.5.': 'Geben Sie eine Zahl ein, etwa 129,5.',
  'The value is not an ISO date (YYYY-MM-DD) or, for created_at, updated_at and the times of events, a timestamp.':
    'Der Wert ist kein Datum.',
  'Send one such as 2026-01-31.': 'Geben Sie eines ein, etwa 31.01.2026.',
  'Reference keys cannot be sorted on.': 'Nach Verweisen lässt sich nicht sortieren.',
  'Sort by another attribute.': 'Sortieren Sie nach einem anderen Attribut.',
  'Formulas, inverse references and lookups are computed and cannot be written.':
    'Formeln, umgekehrte Verweise und Nachschlagewerte werden berechnet und können nicht geändert werden.',
  'Leave it out.': 'Lassen Sie es weg.',
  'The attribute takes one value, not an array or object.': 'Das Attribut nimmt einen einzelnen Wert auf.',
  'Send a text, a number, true, false or null.': 'Geben Sie einen Text oder eine Zahl ein.',
  'A single reference takes a UUID, an object with an id, or null.': 'Ein Verweis braucht eine ID.',
  'A list reference takes an array of UUIDs or objects with an id.': 'Eine Liste von Verweisen braucht IDs.',
  'The value is not an http or https URL.': 'Der Wert ist keine Webadresse.',
  'Send a whole address such as https://example.com/page.':
    'Geben Sie eine vollständige Adresse ein, etwa https://example.com/seite.',
  'The text does not parse as JSON.': 'Der Text ist kein gültiges JSON.',
  'Send a text such as {"width": 40}.': 'Geben Sie etwas ein wie {"width": 40}.',
  'The value is not among the options; acceptable_values lists them.': 'Der Wert ist keine der Optionen.',
  'The value is not among the options.': 'Der Wert ist keine der Optionen.',
  'A value is required.': 'Ein Wert ist nötig.',
  'Send one that is not blank.': 'Geben Sie einen ein, der nicht leer ist.',
  'The referenced entity does not exist in this workspace or is of another type.':
    'Den Eintrag, auf den verwiesen wird, gibt es nicht, oder er ist von anderer Art.',
  'Check the id and its type.': 'Prüfen Sie ID und Art.',
  'An entity cannot be its own parent, directly or through others.':
    'Ein Eintrag kann nicht unter sich selbst liegen, auch nicht über andere.',
  'Name another parent, or null.': 'Wählen Sie einen anderen übergeordneten Eintrag oder keinen.',
  'The attributes carry no value for the merge key.': 'Der Abgleichsschlüssel hat keinen Wert.',
  'Send one in attributes.': 'Geben Sie einen an.',
  'A merge key must be a writable text attribute.':
    'Als Abgleichsschlüssel eignet sich nur ein Textattribut.',
  'Name one such as sku.': 'Wählen Sie eines wie die Artikelnummer.',
  'The attribute is not a reference.': 'Das Attribut ist kein Verweis.',
  'Name one whose data type is a reference.': 'Wählen Sie eines vom Typ Verweis.',
  'The text is shorter than min_length.': 'Der Text ist zu kurz.',
  'The text is too short.': 'Der Text ist zu kurz.',
  'The text is longer than max_length or than any value of its type may be, or a list longer than max_items.':
    'Der Text oder die Liste ist zu lang.',
  'The value is too long.': 'Der Wert ist zu lang.',
  'The value is out of range.': 'Der Wert liegt außerhalb der Grenzen.',
  'The value is not written in digits only, such as 50.': 'Der Wert besteht nicht nur aus Ziffern.',
  'Send digits only, such as 50.': 'Geben Sie nur Ziffern ein, etwa 50.',
  'The text does not match the pattern of the attribute.': 'Der Text passt nicht zum Muster des Attributs.',
  'The text does not have the form that the attribute asks for.':
    'Der Text hat nicht die Form, die das Attribut verlangt.',
  'The check digit of the code is wrong.': 'Die Prüfziffer des Codes ist falsch.',
  'Check the digits.': 'Prüfen Sie die Ziffern.',
  'The prompt leads back to its own attribute through what it names.':
    'Der Prompt führt über das, was er nennt, zu seinem eigenen Attribut zurück.',
  'Another entity holds this value and the attribute must be unique, or the key of a new attribute is taken.':
    'Ein anderer Eintrag hat diesen Wert schon, und er muss eindeutig sein.',
  'There is no provider of models, or none of this id or name.': 'Diesen KI-Provider gibt es nicht.',
  'The attribute is not a generated one.': 'Das Attribut wird nicht generiert.',
  'What the model costs is not known, so that no budget can be kept.':
    'Was das Modell kostet, ist nicht bekannt, daher lässt sich kein Budget einhalten.',
  'A run that costs something needs a budget.': 'Ein Lauf, der etwas kostet, braucht ein Budget.',
  'There is nothing of this id in this workspace.': 'Das gibt es in diesem Arbeitsbereich nicht.',
  'The proposal has been decided already, or another one has taken its place.':
    'Über den Vorschlag ist schon entschieden, oder ein anderer ist an seine Stelle getreten.',
  'Did you mean {meant}?': 'Meinten Sie {meant}?',
  'Allowed: {values}.': 'Erlaubt: {values}.',
  'Expected {what}.': 'Erwartet: {what}.',
  'at least {min}, at most {max}': 'mindestens {min}, höchstens {max}',
  'at least {min}': 'mindestens {min}',
  'at most {max}': 'höchstens {max}',
  '{count} characters': '{count} Zeichen',
  '{count} values': '{count} Werte',
  '{count} decimals': '{count} Nachkommastellen',
  'no decimals': 'keine Nachkommastellen',
  'the pattern {pattern}': 'das Muster {pattern}',
  '{sentence} There is one more fault in field_errors.': '{sentence} Es gibt einen weiteren Fehler.',
  '{sentence} There are {count} more faults in field_errors.': '{sentence} Es gibt {count} weitere Fehler.',
  'The request is not valid.': 'Die Anfrage ist nicht gültig.',
  'This field is required.': 'Dieses Feld ist nötig.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Must have at least {count} characters.': 'Braucht mindestens {count} Zeichen.',
  'Must have at most {count} characters.': 'Darf höchstens {count} Zeichen haben.',
  'Must be at least {min}.': 'Muss mindestens {min} sein.',
  'Must be at most {max}.': 'Darf höchstens {max} sein.',
  'The text is {size} long and may be {most} at most. Shorten it.':
    'Der Text ist {size} lang und darf höchstens {most} lang sein. Kürzen Sie ihn.',
  'This takes an amount in {currency}, such as 12.5. Amounts in another currency belong in another attribute.':
    'Hier steht ein Betrag in {currency}, etwa 12,5. Beträge in anderer Währung gehören in ein anderes Attribut.',
  'This takes a measure in {unit}, such as 12.5.': 'Hier steht ein Maß in {unit}, etwa 12,5.',
  'A GTIN (EAN, UPC, ISBN) has 8, 12, 13 or 14 digits, of which the last one follows from the others. Compare it with the package.':
    'Eine GTIN (EAN, UPC, ISBN) hat 8, 12, 13 oder 14 Ziffern, deren letzte sich aus den anderen ergibt. Vergleichen Sie sie mit der Packung.',
  'An email address has a name, an @ and a domain, such as sales@example.com.':
    'Eine E-Mail-Adresse hat einen Namen, ein @ und eine Domain, etwa verkauf@example.com.',
  'A date and time is ISO text with its time zone, such as 2026-01-31T09:30:00Z or 2026-01-31T10:30:00+01:00.':
    'Datum und Uhrzeit stehen mit Zeitzone, etwa 2026-01-31T09:30:00Z oder 2026-01-31T10:30:00+01:00.',
  'A file is a web address that starts with http:// or https://, or a file of the workspace, whose path is the answer of POST /files.':
    'Eine Datei ist eine Webadresse, die mit http:// oder https:// beginnt, oder eine Datei des Arbeitsbereichs.',
  '{name} must be unique, and entity {id} already holds this value. Send another one, or change that entity.':
    '{name} muss eindeutig sein, und ein anderer Eintrag hat diesen Wert schon. Geben Sie einen anderen ein, oder ändern Sie jenen Eintrag.',
  '{name} ({key}) may be edited by these roles only: {roles}. You are {role} here. An owner of the workspace can change that, or your role.':
    '{name} dürfen nur diese Rollen bearbeiten: {roles}. Sie sind hier {role}. Ein Eigentümer des Arbeitsbereichs kann das oder Ihre Rolle ändern.',
  owner: 'Eigentümer',
  manager: 'Verwalter',
  editor: 'Bearbeiter',
  contributor: 'Mitwirkender',
  viewer: 'Betrachter',

  // faults of cells in files
  'The cell is empty, so the row cannot be matched. Fill it in.':
    'Die Zelle ist leer, daher lässt sich die Zeile nicht zuordnen. Füllen Sie sie aus.',
  'The cell is empty, but the attribute needs a value. Fill it in.':
    'Die Zelle ist leer, aber das Attribut braucht einen Wert. Füllen Sie sie aus.',
  'This is not a number. Write one such as 129.5, or empty the cell.':
    'Das ist keine Zahl. Schreiben Sie eine wie 129,5, oder leeren Sie die Zelle.',
  'This is not a date, such as 2026-01-31. Write one, or empty the cell.':
    'Das ist kein Datum wie 2026-01-31. Schreiben Sie eines, oder leeren Sie die Zelle.',
  'This is neither yes nor no. Write true or false.':
    'Das ist weder Ja noch Nein. Schreiben Sie true oder false.',
  'This is not a web address that starts with http:// or https://.':
    'Das ist keine Webadresse, die mit http:// oder https:// beginnt.',
  'This is not valid JSON. Correct it, or empty the cell.':
    'Das ist kein gültiges JSON. Korrigieren Sie es, oder leeren Sie die Zelle.',
  'This is none of the options of the attribute. Let the import create it, or write one of them.':
    'Das ist keine Option des Attributs. Lassen Sie sie vom Import anlegen, oder schreiben Sie eine der Optionen.',
  'Nothing of this name or id is in the workspace. Let the import create it, or correct the cell.':
    'Etwas mit diesem Namen oder dieser ID gibt es nicht. Lassen Sie es vom Import anlegen, oder korrigieren Sie die Zelle.',
  'Another entity has this value already, and it must be unique. Write another, or import by this column.':
    'Ein anderer Eintrag hat diesen Wert schon, und er muss eindeutig sein. Schreiben Sie einen anderen, oder importieren Sie über diese Spalte.',
  'The decimals stand after a comma. Choose so for this column, or write a point.':
    'Die Dezimalstellen stehen nach einem Komma. Stellen Sie das für diese Spalte ein, oder schreiben Sie einen Punkt.',
  'The column does not take a number with this unit or currency. Write it in that of the attribute, without the unit.':
    'Die Spalte nimmt keine Zahl mit dieser Einheit oder Währung. Schreiben Sie sie in der des Attributs, ohne die Einheit.',
  'No {type} with this {key} or id is in the workspace or in the file.':
    'Weder im Arbeitsbereich noch in der Datei gibt es etwas mit diesem Wert ({key}).',
  'Import the file that has the parents first, or correct the cell.':
    'Importieren Sie zuerst die Datei mit den übergeordneten Einträgen, oder korrigieren Sie die Zelle.',
  'Import or add it first, or correct the cell.':
    'Importieren Sie es zuerst, legen Sie es an, oder korrigieren Sie die Zelle.',
  'Several {plural} are named "{text}". Give the id of one.':
    'Mehrere heißen „{text}“. Geben Sie die ID von einem an.',
  'Several {plural} have this {key}: {ids}. Give all but one another value.':
    'Mehrere Einträge haben diesen Wert ({key}). Geben Sie allen bis auf einen einen anderen.',
  'The row has {cells} cells; the header has {width}.':
    'Die Zeile hat {cells} Zellen, die Kopfzeile {width}.',
  'The row holds a NUL character.': 'Die Zeile enthält ein NUL-Zeichen.',
  'A quote in the row is not closed properly.':
    'Ein Anführungszeichen in der Zeile ist nicht richtig geschlossen.',
  'The row stands below no product. Put it below the row of its product.':
    'Die Zeile steht unter keinem Produkt. Setzen Sie sie unter die Zeile ihres Produkts.',
  'The row has no handle, so it is not told which product it belongs to.':
    'Die Zeile hat kein Handle, daher ist unklar, zu welchem Produkt sie gehört.',
  'The product that it is a variant of is not in the file.':
    'Das Produkt, dessen Variante das ist, fehlt in der Datei.',
  'The record has nothing that tells it from others: a SKU, a handle, an id or a name.':
    'Der Datensatz hat nichts, was ihn von anderen unterscheidet: Artikelnummer, Handle, ID oder Name.',
  'The row is no JSON object.': 'Die Zeile ist kein JSON-Objekt.',
  'The trade item has no GTIN.': 'Der Artikel hat keine GTIN.',
  'Cell {place} holds a formula without its result. Open the workbook in Excel, save it and import it again.':
    'Zelle {place} enthält eine Formel ohne Ergebnis. Öffnen Sie die Arbeitsmappe in Excel, speichern Sie sie, und importieren Sie sie noch einmal.',
  'Cell {place} holds the error {text}.': 'Zelle {place} enthält den Fehler {text}.',
  'Cell {place} holds a number that is too large.': 'Zelle {place} enthält eine zu große Zahl.',
  'This is no address. Correct it.': 'Das ist keine Adresse. Korrigieren Sie sie.',
  '{host} did not answer several times in a row, so it was not asked for this picture. Import the file again later.':
    '{host} hat mehrmals nacheinander nicht geantwortet und wurde daher nicht nach diesem Bild gefragt. Importieren Sie die Datei später noch einmal.',
  'What is at this address is no picture (PNG, JPEG, GIF, WebP, AVIF or SVG).':
    'Unter dieser Adresse liegt kein Bild (PNG, JPEG, GIF, WebP, AVIF oder SVG).',
  'The picture is larger than {size} MB.': 'Das Bild ist größer als {size} MB.',
  'This picture is larger than {size} MB.': 'Dieses Bild ist größer als {size} MB.',
  'This file is no picture.': 'Diese Datei ist kein Bild.',
  'There is no file of this name in the folder of pictures, and it is no address.':
    'Im Ordner mit Bildern gibt es keine Datei dieses Namens, und eine Adresse ist es nicht.',

  // files that cannot be read
  'The file is empty.': 'Die Datei ist leer.',
  'The file holds no rows.': 'Die Datei enthält keine Zeilen.',
  'The file is not a text file.': 'Die Datei ist keine Textdatei.',
  'The file is not UTF-8.': 'Die Datei ist nicht in UTF-8.',
  'The file is {what}, not a CSV file.': 'Die Datei ist {what}, keine CSV-Datei.',
  'Save the table as CSV and import that file.':
    'Speichern Sie die Tabelle als CSV, und importieren Sie diese Datei.',
  'The file is not valid CSV near line {line}: {message}.':
    'Die Datei ist bei Zeile {line} kein gültiges CSV: {message}.',
  'A quote that opens in {place} is never closed. Correct the file and import it again.':
    'Ein Anführungszeichen, das in {place} beginnt, wird nie geschlossen. Korrigieren Sie die Datei, und importieren Sie sie noch einmal.',
  'The row at line {line} is longer than 8 MiB; probably a quote is not closed.':
    'Die Zeile {line} ist länger als 8 MiB; vermutlich ist ein Anführungszeichen nicht geschlossen.',
  'The file is too large or too tangled to be read. {sentence} Send a part of it.':
    'Die Datei ist zu groß oder zu verschachtelt, um gelesen zu werden. {sentence} Nehmen Sie einen Teil davon.',
  'The first line of the file names no column.': 'Die erste Zeile der Datei benennt keine Spalte.',
  'The file has more than {count} columns.': 'Die Datei hat mehr als {count} Spalten.',
  'The file has more than 5,000,000 rows. Import it in several parts.':
    'Die Datei hat mehr als 5.000.000 Zeilen. Importieren Sie sie in mehreren Teilen.',
  'The file is not valid JSON, near row {row}: {message}.':
    'Die Datei ist bei Zeile {row} kein gültiges JSON: {message}.',
  'The file is an OpenDocument spreadsheet. Save it as XLSX or CSV and import that file.':
    'Die Datei ist eine OpenDocument-Tabelle. Speichern Sie sie als XLSX oder CSV, und importieren Sie diese Datei.',
  'The file is no workbook, though it is packed like one. Save it as XLSX or CSV.':
    'Die Datei ist keine Arbeitsmappe, obwohl sie wie eine gepackt ist. Speichern Sie sie als XLSX oder CSV.',
  'The workbook is larger than 128 MiB. Save the sheet as CSV.':
    'Die Arbeitsmappe ist größer als 128 MiB. Speichern Sie das Tabellenblatt als CSV.',
  'The workbook is protected by a password. Save it without one and import it again.':
    'Die Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne, und importieren Sie sie noch einmal.',
  'The workbook has no sheet.': 'Die Arbeitsmappe hat kein Tabellenblatt.',
  'The workbook cannot be read: {why}. Save it anew, or as CSV.':
    'Die Arbeitsmappe kann nicht gelesen werden: {why}. Speichern Sie sie neu oder als CSV.',
  'The file is damaged and cannot be read: its parts are not where they should be. Save it anew and send it again.':
    'Die Datei ist beschädigt und kann nicht gelesen werden. Speichern Sie sie neu, und versuchen Sie es noch einmal.',
  'The file is not valid XML, in line {line}: {why}.':
    'Die Datei ist in Zeile {line} kein gültiges XML: {why}.',
  'The file is larger than {size} MiB.': 'Die Datei ist größer als {size} MiB.',
  'The file is too large.': 'Die Datei ist zu groß.',
  'The uploaded file is no longer there. Import it again.':
    'Die hochgeladene Datei ist nicht mehr da. Importieren Sie sie noch einmal.',
  'The file is a web page, and it tells of no products in the words of schema.org (JSON-LD). Save the table as CSV and import that file.':
    'Die Datei ist eine Webseite und nennt keine Produkte in der Form von schema.org (JSON-LD). Speichern Sie die Tabelle als CSV, und importieren Sie diese Datei.',
  'The folder of pictures {folder} cannot be read.':
    'Der Ordner mit Bildern {folder} kann nicht gelesen werden.',

  // what an import asks and refuses
  '{cell} in row {row} of {column} can mean {one} or {other}, and no cell of the file tells which. Say whether its decimals stand after a comma or after a point.':
    '{cell} in Zeile {row} von {column} kann {one} oder {other} heißen, und keine Zelle der Datei verrät, welches. Geben Sie an, ob Dezimalstellen nach einem Komma oder nach einem Punkt stehen.',
  '{cell} in row {row} of {column} can mean {one} or {other}, and no cell of the file tells which. Say whether its dates begin with the day (dmy) or the month (mdy).':
    '{cell} in Zeile {row} von {column} kann {one} oder {other} heißen, und keine Zelle der Datei verrät, welches. Geben Sie an, ob Daten mit dem Tag oder mit dem Monat beginnen.',
  'The file has no column of this name.': 'Die Datei hat keine Spalte dieses Namens.',
  'Two columns are mapped to {key}. Map one of them to null.':
    'Zwei Spalten sind {key} zugeordnet. Lassen Sie eine davon aus.',
  'No column of the file matches an attribute, and none may be created.':
    'Keine Spalte der Datei passt zu einem Attribut, und keines darf angelegt werden.',
  'Products of {shop} are told apart by {header}, for which there is no attribute. Let missing attributes be created, map {header} to an attribute, or choose another merge key.':
    'Produkte von {shop} unterscheidet {header}, wofür es kein Attribut gibt. Lassen Sie fehlende Attribute anlegen, ordnen Sie {header} einem Attribut zu, oder wählen Sie einen anderen Abgleichsschlüssel.',
  'Column {number} holds values but has no name in the header. Name it, or empty it.':
    'Spalte {number} enthält Werte, hat aber keinen Namen in der Kopfzeile. Benennen oder leeren Sie sie.',
  'The file has no column for the merge key. Add one, map a column to it in mapping, or name another.':
    'Die Datei hat keine Spalte für den Abgleichsschlüssel. Ordnen Sie ihm eine Spalte zu, oder wählen Sie einen anderen.',
  'Rows are found by texts and numbers. Choose a column that holds such.':
    'Zeilen werden über Texte und Zahlen gefunden. Wählen Sie eine Spalte, die solche enthält.',
  'Without a merge key every row becomes a new entry, but {known} of {filled} rows have the {header} of one that is there already. Import them by {key} to update those instead.':
    'Ohne Abgleichsschlüssel wird jede Zeile ein neuer Eintrag, aber {known} von {filled} Zeilen haben denselben Wert in {header} wie ein vorhandener. Importieren Sie sie über {key}, um diese zu aktualisieren.',
  'By {header}: {told}.': 'Über {header}: {told}.',
  'By {header}, of the first {rows} rows: {told}.': 'Über {header}, von den ersten {rows} Zeilen: {told}.',
  '{known} are there already and are updated, {fresh} are new':
    '{known} sind schon da und werden aktualisiert, {fresh} sind neu',
  '{known} are there already and are updated, {fresh} is new':
    '{known} sind schon da und werden aktualisiert, {fresh} ist neu',
  '{known} is there already and is updated, {fresh} are new':
    '{known} ist schon da und wird aktualisiert, {fresh} sind neu',
  '{known} are there already and are updated': '{known} sind schon da und werden aktualisiert',
  '{known} is there already and is updated': '{known} ist schon da und wird aktualisiert',
  '{fresh} are new': '{fresh} sind neu',
  '{fresh} is new': '{fresh} ist neu',
  'no row has a value': 'keine Zeile hat einen Wert',
  'Several rows have the same value.': 'Mehrere Zeilen haben denselben Wert.',
  '{count} rows have none.': '{count} Zeilen haben keinen.',
  '{count} row has none.': '{count} Zeile hat keinen.',
  'Only an import can be undone here. Undo an edit by its edit_id.':
    'Hier lässt sich nur ein Import rückgängig machen.',
  'The import still runs. Cancel it or wait for its end, then undo it.':
    'Der Import läuft noch. Brechen Sie ihn ab, oder warten Sie, bis er fertig ist, und machen Sie ihn dann rückgängig.',
  'The pictures of the import are still being fetched. Cancel that job or wait for its end, then undo the import.':
    'Die Bilder des Imports werden noch abgerufen. Brechen Sie diesen Vorgang ab, oder warten Sie, bis er fertig ist, und machen Sie dann den Import rückgängig.',
  'The import has changed nothing, so there is nothing to undo.':
    'Der Import hat nichts geändert, daher gibt es nichts rückgängig zu machen.',
  'Other entries hold values of it.': 'Andere Einträge haben Werte darin.',
  'The view “{name}” uses it.': 'Die Ansicht „{name}“ verwendet es.',
  'The attribute class “{name}” uses it.': 'Die Attributklasse „{name}“ verwendet es.',
  'The channel {name} uses it.': 'Der Kanal {name} verwendet es.',

  // definitions of attributes
  'An attribute with the key {key} exists already. Choose another key or leave it out.':
    'Ein Attribut mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen, oder lassen Sie ihn weg.',
  'A key begins with a small letter, has at most 64 small letters, digits and _, and is no system field: net_price would pass. Leave it out to have one made of the name.':
    'Ein Schlüssel beginnt mit einem Kleinbuchstaben, hat höchstens 64 Kleinbuchstaben, Ziffern und _ und ist kein Systemfeld, etwa netto_preis. Lassen Sie ihn weg, um ihn aus dem Namen bilden zu lassen.',
  '{count} a value of "{name}", which the data type {type} would lose. Clear them first, or add another attribute.':
    '{count} einen Wert in „{name}“, den der Datentyp {type} verlieren würde. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  '{count} more than one reference in "{name}", which the data type {type} would lose. Clear them first, or add another attribute.':
    '{count} mehr als einen Verweis in „{name}“, was der Datentyp {type} verlieren würde. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  '{count} a value of "{name}", so that the type it refers to cannot change. Clear them first, or add another attribute.':
    '{count} einen Wert in „{name}“, daher kann nicht geändert werden, worauf es verweist. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  '{count} a value of "{name}" that would no longer be acceptable: {examples}. Give them another value first.':
    '{count} einen Wert in „{name}“, der nicht mehr zulässig wäre: {examples}. Geben Sie diesen zuerst einen anderen Wert.',
  '{count} a value of "{name}" that would no longer be acceptable ({trashed} of them in the trash): {examples}. Give them another value first.':
    '{count} einen Wert in „{name}“, der nicht mehr zulässig wäre ({trashed} davon im Papierkorb): {examples}. Geben Sie diesen zuerst einen anderen Wert.',
  '{count} a value of "{name}" that {type} cannot hold without loss, of {total} in all: {examples}. Change them first, or add another attribute.':
    '{count} einen Wert in „{name}“, den {type} nicht verlustfrei aufnimmt, von {total} insgesamt: {examples}. Ändern Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  '{count} a value of "{name}" that is no {kind}, of {total} in all: {examples}. Correct or clear them first, or add another attribute.':
    '{count} in „{name}“ einen Wert, der dazu nicht passt ({kind}), von {total} insgesamt: {examples}. Korrigieren oder leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  '1 product holds': '1 Produkt hat',
  '{count} products hold': '{count} Produkte haben',
  '1 image holds': '1 Bild hat',
  '{count} images hold': '{count} Bilder haben',
  '1 vendor holds': '1 Anbieter hat',
  '{count} vendors hold': '{count} Anbieter haben',
  '1 category holds': '1 Kategorie hat',
  '{count} categories hold': '{count} Kategorien haben',
  '1 source holds': '1 Quelle hat',
  '{count} sources hold': '{count} Quellen haben',
  'The references of "{name}" are used by {names}. Delete or change these definitions first.':
    'Die Verweise in „{name}“ werden von {names} verwendet. Löschen oder ändern Sie diese Definitionen zuerst.',
  'This is the primary attribute, which gives entities their labels and must be a text or a URL. Make another one primary first.':
    'Dieses Attribut benennt die Einträge und muss ein Text oder eine URL sein. Lassen Sie zuerst ein anderes die Einträge benennen.',
  'Only selects and a status have options, and each is a text that is not blank and has no comma. Send them as such, or leave this out.':
    'Nur Auswahlfelder und ein Status haben Optionen; jede ist ein Text, der nicht leer ist und kein Komma enthält.',
  'References and computed values cannot be unique. Leave unique out.':
    'Verweise und berechnete Werte können nicht eindeutig sein.',
  'Values of this data type are computed, so that nobody could enter one. Leave required out.':
    'Werte dieses Datentyps werden berechnet, daher könnte niemand einen eingeben.',
  '{lower} lies above {upper}. Send a smaller {lower2} or a larger {upper2}.':
    'Das Minimum liegt über dem Maximum.',
  'The lookup leads back to itself: {way}. Choose another attribute.':
    'Der Nachschlagewert führt zu sich selbst zurück: {way}. Wählen Sie ein anderes Attribut.',
  'The prompt leads back to itself: {way}. Take one of these keys out of the prompt before it.':
    'Der Prompt führt zu sich selbst zurück: {way}. Nehmen Sie einen dieser Schlüssel aus dem Prompt davor.',
  'This is not a regular expression. One is [A-Z]{2}-[0-9]+, for instance; a bracket that stands for itself is written \\( or \\[.':
    'Das ist kein regulärer Ausdruck. Einer ist zum Beispiel [A-Z]{2}-[0-9]+; eine Klammer, die für sich selbst steht, wird \\( oder \\[ geschrieben.',
  'It is no regular expression.': 'Es ist kein regulärer Ausdruck.',
  'A pattern cannot refer back to a group (\\1 or \\k<name>): such patterns can take years over one text. Write out what may stand there.':
    'Ein Muster kann nicht auf eine Gruppe zurückverweisen (\\1 oder \\k<name>): Solche Muster können für einen Text Jahre brauchen. Schreiben Sie aus, was dort stehen darf.',
  'A pattern cannot look ahead or behind (as (?=…), (?!…), (?<=…) and (?<!…) do). Write what the whole text may be, with | between its forms.':
    'Ein Muster kann nicht voraus- oder zurückschauen (wie (?=…), (?!…), (?<=…) und (?<!…)). Schreiben Sie, was der ganze Text sein darf, mit | zwischen den Formen.',
  'A pattern cannot set the flags m and s. Write [^] for any character, and \\n for the end of a line.':
    'Ein Muster kann die Flags m und s nicht setzen. Schreiben Sie [^] für ein beliebiges Zeichen und \\n für ein Zeilenende.',
  'A pattern has at most {most} characters. Write a shorter one.':
    'Ein Muster hat höchstens {most} Zeichen. Schreiben Sie ein kürzeres.',

  // formulas
  'The formula is empty. Write an expression.': 'Die Formel ist leer. Schreiben Sie einen Ausdruck.',
  'There is no function {name}.': 'Eine Funktion {name} gibt es nicht.',
  'Choose one from the list of functions.': 'Wählen Sie eine aus der Liste der Funktionen.',
  '{name} cannot be called with {given}. Write {signature}.':
    '{name} kann nicht mit {given} aufgerufen werden. Schreiben Sie {signature}.',
  '1 argument': '1 Argument',
  '{count} arguments': '{count} Argumenten',
  '{name} is a function. Write {signature}.': '{name} ist eine Funktion. Schreiben Sie {signature}.',
  '{word} is not a value. Write {attribute} for an attribute or {text} for a text.':
    '{word} ist kein Wert. Schreiben Sie {attribute} für ein Attribut oder {text} für einen Text.',
  'Nothing closes {what}. Write a ) behind it.': 'Nichts schließt {what}. Schreiben Sie dahinter eine ).',
  'The formula ends too early. Write a value behind the last operator or comma.':
    'Die Formel endet zu früh. Schreiben Sie einen Wert hinter den letzten Operator oder das letzte Komma.',
  'An operator is missing here. Write one such as + or &, or a comma between arguments.':
    'Hier fehlt ein Operator. Schreiben Sie einen wie + oder &, oder ein Komma zwischen Argumenten.',
  'This parenthesis closes nothing, or a value is missing before it. Write a value or take it out.':
    'Diese Klammer schließt nichts, oder davor fehlt ein Wert. Schreiben Sie einen Wert, oder entfernen Sie sie.',
  'A value is missing before {symbol}. Write a number, a "text", a {{key}} or a function.':
    'Vor {symbol} fehlt ein Wert. Schreiben Sie eine Zahl, einen "Text", ein {{key}} oder eine Funktion.',
  'This text has no closing quote. Write a " behind it; a quote inside a text is written twice.':
    'Diesem Text fehlt das schließende Anführungszeichen. Schreiben Sie ein " dahinter; im Text wird es doppelt geschrieben.',
  'This reference is not complete. Write the key of an attribute between two braces: {{price}}.':
    'Dieser Verweis ist nicht vollständig. Schreiben Sie den Schlüssel eines Attributs zwischen zwei Klammern: {{price}}.',
  'This brace closes nothing. Write the key of an attribute between two braces: {{price}}.':
    'Diese Klammer schließt nichts. Schreiben Sie den Schlüssel eines Attributs zwischen zwei Klammern: {{price}}.',
  'This reference names nothing. Write the key of an attribute: {{price}}.':
    'Dieser Verweis nennt nichts. Schreiben Sie den Schlüssel eines Attributs: {{price}}.',
  'Texts stand in double quotes. Write "like this".': 'Texte stehen in doppelten Anführungszeichen: "so".',
  'Texts stand in straight quotes. Write "like this".': 'Texte stehen in geraden Anführungszeichen: "so".',
  'Arguments are separated by commas. Write , instead of ;.':
    'Argumente trennt ein Komma. Schreiben Sie , statt ;.',
  'The result is {holds}, but {key} takes {takes}.': 'Die Formel ergibt {holds}, aber {key} braucht {takes}.',
  '{source} holds {holds}, but {key} takes {takes}.': '{source} enthält {holds}, aber {key} braucht {takes}.',
  '{source} is {holds}, but {needs} needs {takes}.': '{source} ergibt {holds}, aber {needs} braucht {takes}.',
  'Use a formula instead.': 'Nehmen Sie stattdessen eine Formel.',
  'a text': 'einen Text',
  'a number': 'eine Zahl',
  'TRUE or FALSE': 'TRUE oder FALSE',
  'a date': 'ein Datum',
  'a list': 'eine Liste',
  'the id of an entity': 'die ID eines Eintrags',
  'Write VALUE(…) around it to read the text as a number.':
    'Mit VALUE(…) darum wird der Text als Zahl gelesen.',
  'Write IF(…, 1, 0) around it.': 'Schreiben Sie IF(…, 1, 0) darum.',
  'Write YEAR, MONTH or DAY of it, or DATEDIF(…, TODAY(), "D") for days.':
    'Schreiben Sie YEAR, MONTH oder DAY davor, oder für Tage DATEDIF(…, TODAY(), "D").',
  'Write a comparison such as … = "yes".': 'Schreiben Sie einen Vergleich wie … = "yes".',
  'Write a comparison such as … > 0.': 'Schreiben Sie einen Vergleich wie … > 0.',
  'Write a comparison such as … > TODAY().': 'Schreiben Sie einen Vergleich wie … > TODAY().',
  'Write DATEADD({{date}}, …, "day") to move a date by days.':
    'Mit DATEADD({{date}}, …, "day") wird ein Datum um Tage verschoben.',
  'Write IF(…, TODAY(), "") around it.': 'Schreiben Sie IF(…, TODAY(), "") darum.',
  '{key} has its own value already. Name another attribute.':
    '{key} hat seinen eigenen Wert schon. Nennen Sie ein anderes Attribut.',
  'The formula reads of other {types} what this edit changes, so that its result would depend on which is changed first. Put the result into another attribute, and take it from there with a second edit.':
    'Die Formel liest aus anderen Einträgen, was diese Bearbeitung ändert; das Ergebnis hinge davon ab, welcher zuerst geändert wird. Schreiben Sie das Ergebnis in ein anderes Attribut, und übernehmen Sie es von dort mit einer zweiten Bearbeitung.',
  'Write * to multiply.': 'Schreiben Sie * zum Multiplizieren.',
  'Write / to divide.': 'Schreiben Sie / zum Dividieren.',
  'Write - for minus.': 'Schreiben Sie - für minus.',
  'Write <> for "not equal".': 'Schreiben Sie <> für „ungleich“.',
  'Write <= for "at most".': 'Schreiben Sie <= für „höchstens“.',
  'Write >= for "at least".': 'Schreiben Sie >= für „mindestens“.',
  '{sign} means nothing in a formula. Take it out, or put it in quotes as text.':
    '{sign} bedeutet in einer Formel nichts. Entfernen Sie es, oder setzen Sie es als Text in Anführungszeichen.',
  'Define it first, or write the key of another attribute.':
    'Legen Sie es zuerst an, oder schreiben Sie den Schlüssel eines anderen Attributs.',
  'Write another value here.': 'Schreiben Sie hier einen anderen Wert.',
  'Write VALUE({source}) to read the text as a number.':
    'Mit VALUE({source}) wird der Text als Zahl gelesen.',
  'The formula has no result for this entity: it divides by zero, or asks for what is not there. Give it another value in that case, as in COALESCE(…, 0), or narrow the filter.':
    'Die Formel hat für diesen Eintrag kein Ergebnis: Sie teilt durch null oder verlangt etwas, das nicht da ist. Geben Sie ihr für diesen Fall einen anderen Wert, etwa mit COALESCE(…, 0), oder grenzen Sie den Filter ein.',

  // jobs, disk and file
  '{cause}, so nothing was saved. {remedy}, then try again.':
    '{cause}, daher wurde nichts gespeichert. {remedy}, und versuchen Sie es dann noch einmal.',
  '{cause}, so nothing was saved: 0 of {count}. {remedy}, then try again.':
    '{cause}, daher wurde nichts gespeichert: 0 von {count}. {remedy}, und versuchen Sie es dann noch einmal.',
  '{cause}. {remedy}, then try the job again.':
    '{cause}. {remedy}, und starten Sie den Vorgang dann noch einmal.',
  '{cause}, so nothing of this job was saved. {remedy}, then try it again.':
    '{cause}, daher wurde von diesem Vorgang nichts gespeichert. {remedy}, und starten Sie ihn dann noch einmal.',
  '{cause}. {saved} of {total} {of} are saved, {left} are not. {remedy}, then try the job again in the app: it goes on where it stopped.':
    '{cause}. {saved} von {total} sind gespeichert, {left} nicht. {remedy}, und starten Sie den Vorgang dann noch einmal: Er macht dort weiter, wo er angehalten hat.',
  '{cause}. {saved} of {total} {of} are saved, {failed} had faults, {left} are not. {remedy}, then try the job again in the app: it goes on where it stopped.':
    '{cause}. {saved} von {total} sind gespeichert, {failed} hatten Fehler, {left} sind es nicht. {remedy}, und starten Sie den Vorgang dann noch einmal: Er macht dort weiter, wo er angehalten hat.',
  'The disk is full': 'Der Datenträger ist voll',
  'Free some space': 'Schaffen Sie Platz',
  'Another program holds the workspace file locked':
    'Ein anderes Programm hält die Arbeitsbereichsdatei gesperrt',
  'Close it': 'Schließen Sie es',
  'The workspace file has become read-only': 'Die Arbeitsbereichsdatei ist schreibgeschützt',
  'Make it writable': 'Heben Sie den Schreibschutz auf',
  'The disk could not be read or written': 'Der Datenträger konnte nicht gelesen oder beschrieben werden',
  'Check it': 'Prüfen Sie ihn',
  'The workspace file is damaged': 'Die Arbeitsbereichsdatei ist beschädigt',
  'Restore a backup, or run vitrine check to see the damage': 'Stellen Sie eine Sicherung wieder her',
  'Most nodes of the cluster that keeps this workspace do not answer':
    'Die meisten Knoten des Clusters, in dem dieser Arbeitsbereich liegt, antworten nicht',
  'Start them or mend the network between them':
    'Starten Sie sie, oder stellen Sie das Netz zwischen ihnen wieder her',
  'The cluster that keeps this workspace does not take the user and password of the file of clusters':
    'Der Cluster, in dem dieser Arbeitsbereich liegt, nimmt Benutzer und Passwort aus der Datei der Cluster nicht an',
  'Correct them and start the server again': 'Korrigieren Sie beides, starten Sie den Server neu',
  'Another Vitrine server has taken over what is written here':
    'Ein anderer Vitrine-Server hat übernommen, was hier geschrieben wird',
  'Wait until this one has noticed, or go to that one':
    'Warten Sie, bis dieser es bemerkt hat, oder verwenden Sie den anderen',
  'The cluster that keeps this workspace did not confirm in time that this is saved. Look whether it is, then save what is missing.':
    'Der Cluster, in dem dieser Arbeitsbereich liegt, hat nicht rechtzeitig bestätigt, dass dies gespeichert ist. Sehen Sie nach, und speichern Sie dann, was fehlt.',
  'The server that saves changes has not confirmed in time that this is saved. Look whether it is, then save what is missing.':
    'Der Server, der Änderungen speichert, hat nicht rechtzeitig bestätigt, dass dies gespeichert ist. Sehen Sie nach, und speichern Sie dann, was fehlt.',
  'None of the servers of this catalog can be reached just now, so nothing was saved. Wait a moment, then try again.':
    'Keiner der Server dieses Katalogs ist gerade zu erreichen, daher wurde nichts gespeichert. Warten Sie einen Moment, und versuchen Sie es dann noch einmal.',
  'This file has {size} MB, and a workspace that lives in a cluster keeps files of up to 8 MB. Make it smaller, or keep it elsewhere and store its address.':
    'Diese Datei hat {size} MB, und ein Arbeitsbereich in einem Cluster behält Dateien bis 8 MB. Verkleinern Sie sie, oder bewahren Sie sie anderswo auf und speichern Sie ihre Adresse.',
  'This changes more at once than a cluster takes (64 MB). Do it in smaller parts.':
    'Das ändert auf einmal mehr, als ein Cluster annimmt (64 MB). Tun Sie es in kleineren Teilen.',
  'The disk is full. Make room on it and export again.':
    'Der Datenträger ist voll. Schaffen Sie Platz, und exportieren Sie noch einmal.',
  '{which} are waiting in this workspace. Wait until some of them have run, or cancel some, then try again.':
    'Es warten schon zu viele Vorgänge in diesem Arbeitsbereich. Warten Sie, bis einige gelaufen sind, oder brechen Sie einige ab, und versuchen Sie es dann noch einmal.',
  'The job was cut off too often and has been given up. Start it anew.':
    'Der Vorgang wurde zu oft unterbrochen und aufgegeben. Starten Sie ihn neu.',
  'Another version of Vitrine queued this job, and this one cannot go on with it. Start it anew.':
    'Eine andere Version von Vitrine hat diesen Vorgang begonnen, und diese kann ihn nicht fortsetzen. Starten Sie ihn neu.',
  'Who started this job may not do it here any more: their account, their membership or their role has changed.':
    'Wer diesen Vorgang gestartet hat, darf das hier nicht mehr: Konto, Mitgliedschaft oder Rolle haben sich geändert.',
  'Only a job that has failed or is paused can be tried again; this one is {status}.':
    'Nur ein fehlgeschlagener oder pausierter Vorgang kann noch einmal gestartet werden.',
  'What came of the job could not be saved. Try it again.':
    'Das Ergebnis des Vorgangs konnte nicht gespeichert werden. Starten Sie ihn noch einmal.',
  'The job has moved on or ended. Look at it again.':
    'Der Vorgang ist inzwischen weiter oder beendet. Sehen Sie ihn sich noch einmal an.',
  'A job is still writing this edit. Cancel the job or wait for its end, then undo the edit.':
    'Ein Vorgang schreibt diese Bearbeitung noch. Brechen Sie ihn ab, oder warten Sie, bis er fertig ist, und machen Sie sie dann rückgängig.',
  'The file of this export is no longer kept. Export again.':
    'Die Datei dieses Exports wird nicht mehr aufbewahrt. Exportieren Sie noch einmal.',
  'The server failed to answer. Its log tells why, under this request id.':
    'Auf dem Server ist ein Fehler aufgetreten. Der Grund steht in seinem Protokoll.',
  'The server failed to do this.': 'Auf dem Server ist ein Fehler aufgetreten.',
  'Try again in a moment.': 'Versuchen Sie es gleich noch einmal.',
  'Vitrine ended while this package was being opened.':
    'Vitrine wurde beendet, während dieses Paket geöffnet wurde.',
  'Look whether its workspace is there; if not, open the package again.':
    'Sehen Sie nach, ob der Arbeitsbereich da ist; wenn nicht, öffnen Sie das Paket noch einmal.',
  '{file} is another name (a hard link) of the file of the workspace {workspace}, and what is written under one name can be lost under the other.':
    '{file} ist ein weiterer Name (ein Hardlink) der Datei des Arbeitsbereichs {workspace}, und was unter dem einen Namen geschrieben wird, kann unter dem anderen verloren gehen.',
  'Open {workspace}, and delete this name, or copy the file and open the copy.':
    'Öffnen Sie {workspace}, und löschen Sie diesen Namen, oder kopieren Sie die Datei, und öffnen Sie die Kopie.',
  'The workspace is being closed or restarted, so this was not done.':
    'Der Arbeitsbereich wird gerade geschlossen oder neu gestartet, daher wurde dies nicht ausgeführt.',
  'A backup is being put back in this workspace, so nothing was saved.':
    'In diesem Arbeitsbereich wird gerade eine Sicherung zurückgespielt, daher wurde nichts gespeichert.',
  'The workspace was closed or restarted before this was done.':
    'Der Arbeitsbereich wurde geschlossen oder neu gestartet, bevor das fertig war.',
  'Reading this took longer than the server allows, so it was stopped.':
    'Das hat länger gedauert, als der Server erlaubt, und wurde abgebrochen.',
  'Ask for less at once.': 'Fragen Sie weniger auf einmal ab.',
  'Every value had to be read. An index for it is made after the first such request: ask again in a minute, or add a condition on an exact value.':
    'Jeder Wert musste gelesen werden. Nach der ersten solchen Anfrage wird das beschleunigt: Versuchen Sie es in einer Minute noch einmal, oder fügen Sie eine Bedingung mit einem genauen Wert hinzu.',
  'Add a condition that leaves fewer entities.':
    'Fügen Sie eine Bedingung hinzu, die weniger Einträge übrig lässt.',
  'Vitrine is closing. Try again once it runs.':
    'Vitrine wird beendet. Versuchen Sie es noch einmal, sobald es wieder läuft.',
  '{file} is not a {format}. Choose another file; spreadsheets and CSV files can be imported into a workspace.':
    '{file} ist keine passende Datei. Wählen Sie eine andere; Tabellen und CSV-Dateien können in einen Arbeitsbereich importiert werden.',
  '{file} was made by a newer Vitrine than this one. Install the newest Vitrine to open this {format}.':
    '{file} stammt von einem neueren Vitrine. Installieren Sie das neueste Vitrine, um die Datei zu öffnen.',
  '{file} was made by a newer Vitrine than this one. Install the newest Vitrine to open it.':
    '{file} stammt von einem neueren Vitrine. Installieren Sie das neueste Vitrine, um die Datei zu öffnen.',
  '{file} is locked by another program. Close that program, then try again.':
    '{file} wird von einem anderen Programm gesperrt. Schließen Sie es, und versuchen Sie es noch einmal.',
  '{file} is on a network drive, where two computers could write to it at once and damage it. Copy it to a disk of this computer and open the copy.':
    '{file} liegt auf einem Netzlaufwerk, wo zwei Computer sie gleichzeitig beschreiben und beschädigen könnten. Kopieren Sie sie auf diesen Computer, und öffnen Sie die Kopie.',
  '{file} is damaged and was left as it is. Restore a backup of it.':
    '{file} ist beschädigt und wurde nicht verändert. Stellen Sie eine Sicherung wieder her.',
  '{file} or its folder cannot be written to. Change the permissions, or copy the file to a folder of yours and open the copy.':
    '{file} oder der Ordner kann nicht beschrieben werden. Ändern Sie die Rechte, oder kopieren Sie die Datei in einen eigenen Ordner, und öffnen Sie die Kopie.',
  '{file} cannot be read ({why}). Check its permissions and the disk, then try again.':
    '{file} kann nicht gelesen werden ({why}). Prüfen Sie die Rechte und den Datenträger, und versuchen Sie es noch einmal.',
  '{file} was moved, deleted or replaced while Vitrine had it open, so nothing is saved there any more. Make a backup now, which keeps all that was saved; then put the file back, or restore that backup.':
    '{file} wurde verschoben, gelöscht oder ersetzt, während Vitrine sie geöffnet hatte; dort wird nichts mehr gespeichert. Legen Sie jetzt eine Sicherung an, die alles Gespeicherte enthält, und legen Sie die Datei dann zurück, oder stellen Sie die Sicherung wieder her.',
  'There is no file {file}. If it was moved, open it from its new place.':
    'Die Datei {file} gibt es nicht. Wurde sie verschoben, öffnen Sie sie an ihrem neuen Ort.',
  'There is already a file {file}. Choose another name.':
    'Die Datei {file} gibt es schon. Wählen Sie einen anderen Namen.',
  'There is already a file {file} in this folder. Choose another name.':
    'Die Datei {file} gibt es in diesem Ordner schon. Wählen Sie einen anderen Namen.',
  'There is already a file {file}. Choose another name, or open it.':
    'Die Datei {file} gibt es schon. Wählen Sie einen anderen Namen, oder öffnen Sie sie.',
  '{file} is a folder. Choose a {format} file.': '{file} ist ein Ordner. Wählen Sie eine Datei.',
  'This job came with a file from elsewhere and was not run. Start it anew if you want what it does.':
    'Dieser Vorgang kam mit einer Datei von anderswo und wurde nicht ausgeführt. Starten Sie ihn neu, wenn Sie wollen, was er tut.',
  'This job came with a file from elsewhere and is not tried again. Start it anew.':
    'Dieser Vorgang kam mit einer Datei von anderswo und wird nicht noch einmal versucht. Starten Sie ihn neu.',
  'The id of this job is none that Vitrine gives, so it has no files.':
    'Die ID dieses Vorgangs ist keine, die Vitrine vergibt; er hat keine Dateien.',
  'The folder of pictures that was chosen for this import is not known here. Start it anew.':
    'Der Bilderordner, der für diesen Import gewählt wurde, ist hier nicht bekannt. Starten Sie ihn neu.',
  'The file that was chosen for this package is not known here. Save the package anew.':
    'Die Datei, die für dieses Paket gewählt wurde, ist hier nicht bekannt. Speichern Sie das Paket noch einmal.',
  '{file} was not opened: it has {found}, which Vitrine does not make. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.':
    '{file} wurde nicht geöffnet: Sie enthält etwas, das nicht von Vitrine stammt ({found}). Nichts darin wurde geändert. Bitten Sie, von wem sie kommt, um ein Paket des Arbeitsbereichs.',
  '{file} was not opened: looking at it took too long or too much memory. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.':
    '{file} wurde nicht geöffnet: Sie zu prüfen dauerte zu lange oder nahm zu viel Speicher. Nichts darin wurde geändert. Bitten Sie, von wem sie kommt, um ein Paket des Arbeitsbereichs.',
  '{file} is open in another Vitrine. Close it there, then try again.':
    '{file} ist in einem anderen Vitrine geöffnet. Schließen Sie sie dort, und versuchen Sie es noch einmal.',
  '{file} is empty, so there is nothing to open. Remove it, or restore a backup in its place.':
    '{file} ist leer, es gibt also nichts zu öffnen. Entfernen Sie die Datei, oder stellen Sie an ihrer Stelle eine Sicherung wieder her.',
  '{file} is no package of a workspace. Choose a file that was saved as one.':
    '{file} ist kein Paket eines Arbeitsbereichs. Wählen Sie eine Datei, die als Paket gespeichert wurde.',
  'There is no file {file}. Choose another.': 'Die Datei {file} gibt es nicht. Wählen Sie eine andere.',
  'The package cannot be opened, and no workspace was made: {sentence} Ask who sent it for a new one.':
    'Das Paket kann nicht geöffnet werden, und es wurde kein Arbeitsbereich angelegt: {sentence} Bitten Sie um ein neues.',
  'Say how long a text may be: give min, max or both.':
    'Sagen Sie, wie lang ein Text sein darf: die kleinste Länge, die größte oder beide.',
  'A name has no line breaks, tabs or other control characters. Leave them out.':
    'Ein Name hat keine Zeilenumbrüche, Tabulatoren oder andere Steuerzeichen. Lassen Sie sie weg.',
  'There is already a workspace named {name}. Choose another name.':
    'Einen Arbeitsbereich namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  'There is no workspace with this id.': 'Diesen Arbeitsbereich gibt es nicht.',
  'There is no folder {folder} that can be written to. Make it, or choose another.':
    'Einen beschreibbaren Ordner {folder} gibt es nicht. Legen Sie ihn an, oder wählen Sie einen anderen.',
  'Give the whole path of the folder.': 'Geben Sie den ganzen Pfad des Ordners an.',
  'Give the whole path of the file.': 'Geben Sie den ganzen Pfad der Datei an.',
  'Give the whole path of the new file.': 'Geben Sie den ganzen Pfad der neuen Datei an.',
  'This folder may not be named here.': 'Dieser Ordner darf hier nicht genannt werden.',
  'Pictures are taken from {folders} and what is below.':
    'Bilder werden aus {folders} und den Ordnern darunter genommen.',
  'No folder of this server is open for pictures. Ask an administrator of the server, who can name any folder or start the server with --picture-folder.':
    'Auf diesem Server ist kein Ordner für Bilder freigegeben. Fragen Sie einen Administrator des Servers, der jeden Ordner nennen oder den Server mit --picture-folder starten kann.',
  'The folder of pictures {folder} holds {what}. Name a smaller folder.':
    'Der Ordner mit Bildern {folder} enthält {what}. Nennen Sie einen kleineren Ordner.',
  'more than {count} files and folders': 'mehr als {count} Dateien und Ordner',
  'more than can be listed in {seconds} seconds': 'mehr, als sich in {seconds} Sekunden auflisten lässt',
  'folders nested more than {depth} deep': 'Ordner, die tiefer als {depth} Ebenen verschachtelt sind',
  'There is no folder of this path.': 'Einen Ordner mit diesem Pfad gibt es nicht.',
  'The folder cannot be written to. Change its permissions.':
    'Der Ordner kann nicht beschrieben werden. Ändern Sie seine Rechte.',
  'The folder is not there. Connect its disk, or make it anew.':
    'Der Ordner ist nicht da. Schließen Sie seinen Datenträger an, oder legen Sie ihn neu an.',
  'The folder may not be used. Change its permissions.':
    'Der Ordner darf nicht verwendet werden. Ändern Sie seine Rechte.',
  'Choose a folder that is for this alone, apart from the data of Vitrine.':
    'Wählen Sie einen Ordner, der nur dafür da ist, getrennt von den Daten von Vitrine.',
  'This folder, or one in it or above it, is watched already.':
    'Dieser Ordner, oder einer darin oder darüber, wird schon überwacht.',
  'Its import profile is not there any more. Choose another one; the files wait for it.':
    'Die Importeinstellungen gibt es nicht mehr. Wählen Sie andere; die Dateien warten darauf.',
  'There is no import profile of this name. Save the settings of an import under it first, or name another.':
    'Importeinstellungen dieses Namens gibt es nicht. Speichern Sie sie zuerst, oder wählen Sie andere.',
  'The import was cancelled.': 'Der Import wurde abgebrochen.',
  'The import failed.': 'Der Import ist fehlgeschlagen.',
  'The merge was cancelled.': 'Die Zusammenführung wurde abgebrochen.',
  'The disk of the server has no room for a copy of this workspace.':
    'Auf dem Datenträger des Servers ist kein Platz für eine Kopie dieses Arbeitsbereichs.',
  'A copy of this workspace is being made. Wait for it, or stop it.':
    'Eine Kopie dieses Arbeitsbereichs wird gerade erstellt. Warten Sie, bis sie fertig ist, oder brechen Sie sie ab.',
  'Copies of other workspaces are being made. Try again in a few minutes.':
    'Gerade werden Kopien anderer Arbeitsbereiche erstellt. Versuchen Sie es in einigen Minuten noch einmal.',

  // what is not there, and what clashes
  '{what} was not found in this workspace.': '{what} wurde in diesem Arbeitsbereich nicht gefunden.',
  'The job {id}': 'Der Vorgang',
  'The rule {id}': 'Die Regel',
  'The edit {id}': 'Die Bearbeitung',
  'View {id}': 'Die Ansicht',
  'Note {id}': 'Die Notiz',
  'Comment {id}': 'Der Kommentar',
  'Saved action {id}': 'Die gespeicherte Aktion',
  'Attribute class {id}': 'Die Attributklasse',
  'The attribute {key}': 'Das Attribut {key}',
  'The channel {key}': 'Der Kanal {key}',
  'The import profile {id}': 'Die Importeinstellung',
  'The group of duplicates {id}': 'Die Gruppe von Dubletten',
  'The product {id}': 'Das Produkt',
  'The image {id}': 'Das Bild',
  'The vendor {id}': 'Der Anbieter',
  'The category {id}': 'Die Kategorie',
  'The source {id}': 'Die Quelle',
  'An id is a UUID and never changes. Find it by a value with GET /{plural}?filter[key]=value.':
    'Vielleicht wurde der Eintrag inzwischen gelöscht.',
  'GET /jobs lists the jobs.': 'Unter „Vorgänge“ stehen alle.',
  'GET /quality/rules lists the rules.': 'Die Seite der Regeln zeigt, welche es gibt.',
  'GET /duplicates lists the groups.': 'Die Seite der Dubletten zeigt, welche es gibt.',
  'It was removed from the trash for good.': 'Es wurde endgültig aus dem Papierkorb entfernt.',
  'There is {what} named {name} already. Choose another name.':
    'Etwas namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  'There is a class with the key {key} already. Choose another or leave it out.':
    'Eine Klasse mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'There is a rule with the key {key} already. Choose another key or leave it out.':
    'Eine Regel mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'There is a channel with the key {key} already. Choose another key, or leave it out.':
    'Einen Kanal mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'Variables that begin with VITRINE_ are settings of the server and never the key of a provider. Put the key into another variable, such as OPENAI_API_KEY.':
    'Variablen, die mit VITRINE_ beginnen, sind Einstellungen des Servers und nie der Schlüssel eines Providers. Legen Sie den Schlüssel in eine andere Variable, etwa OPENAI_API_KEY.',
  'Only variables whose names end in _API_KEY are read, so that no other secret of this computer is sent to a provider. Name it so, or allow it with vitrine serve --allow-key-variable NAME.':
    'Gelesen werden nur Variablen, deren Name auf _API_KEY endet, damit kein anderes Geheimnis dieses Computers an einen Provider gesendet wird. Benennen Sie sie so, oder erlauben Sie sie mit vitrine serve --allow-key-variable NAME.',
  'The variable {variable} is not read for {name}.': 'Die Variable {variable} wird für {name} nicht gelesen.',
  'There is a provider called {name} already. Choose another name.':
    'Einen Provider namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  '{name} ships with Vitrine and cannot be deleted. Disable it instead.':
    '{name} gehört zu Vitrine und kann nicht gelöscht werden. Schalten Sie den Kanal stattdessen aus.',
  'Column {number} is called {name} already. Give each column a header of its own.':
    'Spalte {number} heißt schon {name}. Geben Sie jeder Spalte eine eigene Überschrift.',
  'A workspace has {count} rules of its own at most. Delete one, or check more attributes by one.':
    'Ein Arbeitsbereich hat höchstens {count} eigene Regeln. Löschen Sie eine, oder prüfen Sie mit einer mehr Attribute.',
  'The rule finds nothing there. It may have been mended already.':
    'Die Regel findet dort nichts. Vielleicht wurde es schon behoben.',
  'Nobody has accepted a finding of this rule there.':
    'Dort hat niemand einen Befund dieser Regel angenommen.',
  'A rule cannot rest on what rules find. Name attributes instead.':
    'Eine Regel kann sich nicht auf Befunde stützen. Nennen Sie stattdessen Attribute.',
  'The pattern is no regular expression. Correct it.':
    'Das Muster ist kein regulärer Ausdruck. Korrigieren Sie es.',
  'Expected width to height, such as 1:1 or 4:3.': 'Erwartet wird Breite zu Höhe, etwa 1:1 oder 4:3.',
  'Values of {key} are of another kind than a check of {check} can look at. Name another attribute.':
    'Werte von {key} sind von anderer Art, als diese Prüfung ansehen kann. Wählen Sie ein anderes Attribut.',
  'The entities of this group were merged. Undo the merge first.':
    'Die Einträge dieser Gruppe wurden zusammengeführt. Machen Sie zuerst die Zusammenführung rückgängig.',
  'An entity of the merge has gone to the trash meanwhile. Take the merge back, then merge what is left.':
    'Ein Eintrag der Zusammenführung liegt inzwischen im Papierkorb. Machen Sie sie rückgängig, und führen Sie dann zusammen, was übrig ist.',
  'One search compares at most {count} entities. Narrow it by a filter.':
    'Eine Suche vergleicht höchstens {count} Einträge. Grenzen Sie sie durch einen Filter ein.',
  'There are more than {count} different values, or very long ones. Add a filter that leaves fewer, such as one category.':
    'Es gibt mehr als {count} verschiedene Werte oder sehr lange. Fügen Sie einen Filter hinzu, der weniger übrig lässt, etwa eine Kategorie.',
  'There are {count} different values, and embeddings of at most {most} are compared. Add a filter that leaves fewer, such as one category, or choose another method.':
    'Es gibt {count} verschiedene Werte; nach Bedeutung werden höchstens {most} verglichen. Fügen Sie einen Filter hinzu, der weniger übrig lässt, etwa eine Kategorie, oder vergleichen Sie anders.',
  'This method needs a model for embeddings, and no provider names one. Name one in the app under Providers (Model for embeddings), or with vitrine provider add --embedding-model; nomic-embed-text of Ollama costs nothing. Or choose another method, such as phonetic.':
    'Dieser Vergleich braucht ein Modell für Embeddings, und kein Provider nennt eines. Nennen Sie eines unter „KI-Provider“ (Modell für Embeddings); nomic-embed-text von Ollama kostet nichts. Oder vergleichen Sie anders, etwa nach gleichem Klang.',
  'Its values must be unique, so no two entities can have the same one. Merge the entities instead: look for duplicates.':
    'Die Werte müssen eindeutig sein, daher können nicht zwei Einträge denselben haben. Führen Sie stattdessen die Einträge zusammen: Suchen Sie nach Dubletten.',
  'Entity {id} went into the trash with {other}. Restore or remove that one.':
    'Der Eintrag kam mit einem anderen in den Papierkorb. Stellen Sie jenen wieder her, oder entfernen Sie ihn.',
  'The parent {parent} of entity {id} is in the trash. Restore it too.':
    'Der übergeordnete Eintrag liegt im Papierkorb. Stellen Sie auch ihn wieder her.',
  'The entity is not as {header} expects, so nothing was written. error.current has it as it is now: compare, then send the change again with the ETag of this answer.':
    'Der Eintrag wurde inzwischen geändert, daher wurde nichts geschrieben. Sehen Sie ihn sich an, und ändern Sie ihn noch einmal.',
  'The definitions have changed since the edit was asked for, and it does not fit them any more. Send the edit again.':
    'Die Attribute haben sich seitdem geändert, und die Bearbeitung passt nicht mehr dazu. Beginnen Sie sie neu.',
  'These are more than {count} values. Restore a shorter time at once, or undo the whole edit or import.':
    'Das sind mehr als {count} Werte. Stellen Sie einen kürzeren Zeitraum auf einmal wieder her, oder machen Sie die ganze Bearbeitung oder den Import rückgängig.',
  '{name} made this step, and nobody else undoes it. Change the values, or bring earlier ones back under What changed.':
    '{name} hat diesen Schritt gemacht, und niemand sonst macht ihn rückgängig. Ändern Sie die Werte, oder holen Sie frühere unter „Änderungen“ zurück.',
  'Somebody else': 'Jemand anderes',
  'Deletes are disabled in the API. Delete in the app instead.':
    'Löschen ist in der API ausgeschaltet. Löschen Sie in der App.',
  'Groups stand at most {count} deep in each other. Bring what is deeper into the groups above.':
    'Gruppen stehen höchstens {count}-fach ineinander. Bringen Sie, was tiefer liegt, in die Gruppen darüber.',

  // channels and exports
  'Nothing was exported: no product is among what was asked for. Ask for others.':
    'Es wurde nichts exportiert: Unter dem Gewählten ist kein Produkt. Wählen Sie andere.',
  'Nothing was exported: {name} would not take the one product.':
    'Es wurde nichts exportiert: {name} nimmt das eine Produkt nicht an.',
  'Nothing was exported: {name} would not take any of the {count} products.':
    'Es wurde nichts exportiert: {name} nimmt keines der {count} Produkte an.',
  'The field is required and has no value.': 'Das Feld ist verlangt und hat keinen Wert.',
  'The channel needs {what}.': 'Der Kanal verlangt {what}.',
  'Say under Channels which attribute fills {field}.':
    'Geben Sie unter „Kanäle“ an, welches Attribut {field} füllt.',
  'Give these products a value of {attribute}.': 'Geben Sie diesen Produkten einen Wert in {attribute}.',
  'Correct {attribute} in these products.': 'Korrigieren Sie {attribute} bei diesen Produkten.',
  'Correct its formula under Channels, or the attributes that it takes.':
    'Korrigieren Sie seine Formel unter „Kanäle“ oder die Attribute, die sie verwendet.',
  'Longer than the {count} characters that the channel takes.':
    'Länger als die {count} Zeichen, die der Kanal annimmt.',
  'Not a value that the channel accepts.': 'Kein Wert, den der Kanal annimmt.',
  'Not a whole number.': 'Keine ganze Zahl.',
  'Not a number.': 'Keine Zahl.',
  'Not a number of pieces.': 'Keine Stückzahl.',
  'Not a price.': 'Kein Preis.',
  'Not an amount.': 'Kein Betrag.',
  'Not a measure.': 'Kein Maß.',
  'Not a GTIN: 8, 12, 13 or 14 digits of which the last one is the check digit.':
    'Keine GTIN: 8, 12, 13 oder 14 Ziffern, deren letzte die Prüfziffer ist.',
  'Not a GTIN: 8, 12, 13 or 14 digits of which the last one is the check digit. Other numbers need their type beside them.':
    'Keine GTIN: 8, 12, 13 oder 14 Ziffern, deren letzte die Prüfziffer ist. Bei anderen Nummern muss ihre Art dabeistehen.',
  'A number for use within a company or for coupons, which no product in trade has.':
    'Eine Nummer für den Gebrauch im Unternehmen oder für Gutscheine, die kein Produkt im Handel hat.',
  'Write the number that stands on the product, or empty it where there is none.':
    'Geben Sie die Nummer ein, die auf dem Produkt steht, oder leeren Sie sie, wo es keine gibt.',
  'Nothing says the unit of this measure.': 'Die Einheit dieses Maßes ist nicht angegeben.',
  'Name the unit of the attribute under Attributes, or write it behind the number, as in 12 kg.':
    'Geben Sie unter „Attribute“ die Einheit an, oder schreiben Sie sie hinter die Zahl, wie in 12 kg.',
  'The channel takes prices above zero alone.': 'Der Kanal nimmt nur Preise über null an.',
  'The channel takes no number below zero and is told 0.':
    'Der Kanal nimmt keine Zahl unter null an und bekommt 0.',
  'Write its price.': 'Geben Sie den Preis ein.',
  'Nothing says the currency of this price.': 'Die Währung dieses Preises ist nicht angegeben.',
  'Name it as the unit of the attribute, as the currency of the channel under Channels, or when exporting.':
    'Geben Sie sie als Einheit des Attributs, unter „Kanäle“ als Währung des Kanals oder beim Exportieren an.',
  'The picture lies in the workspace, where the channel cannot fetch it.':
    'Das Bild liegt im Arbeitsbereich, wo der Kanal es nicht abrufen kann.',
  'Name a public address for pictures under Channels, export with the pictures and put them there.':
    'Geben Sie unter „Kanäle“ eine öffentliche Adresse für Bilder an, exportieren Sie mit den Bildern, und legen Sie sie dort ab.',
  'Not a complete web address (https://…), which is what the channel takes.':
    'Keine vollständige Webadresse (https://…), wie sie der Kanal verlangt.',
  'The sale price is not below the price.': 'Der Aktionspreis liegt nicht unter dem Preis.',
  'The sale price is not below the regular price.': 'Der Aktionspreis liegt nicht unter dem regulären Preis.',
  'Lower it, or empty it while there is no sale.':
    'Senken Sie ihn, oder leeren Sie ihn, solange es keine Aktion gibt.',
  'Another product has the same value, which tells products apart at the channel.':
    'Ein anderes Produkt hat denselben Wert, an dem der Kanal Produkte unterscheidet.',
  'The channel has no category of this name or number.':
    'Der Kanal hat keine Kategorie dieses Namens oder dieser Nummer.',
  'Choose one of its list under Channels, spelled as it is there.':
    'Wählen Sie unter „Kanäle“ eine aus seiner Liste, genau so geschrieben wie dort.',
  'Nothing says what the channel calls this category.':
    'Wie der Kanal diese Kategorie nennt, ist nicht angegeben.',
  'Say it under Channels, for the category or one above it.':
    'Geben Sie es unter „Kanäle“ an, für die Kategorie oder eine darüber.',
  'The channel takes {count} of these; the others are left out.':
    'Der Kanal nimmt davon {count}; die übrigen sind ausgelassen.',
  'The channel takes {count} pictures of a product; the others are left out.':
    'Der Kanal nimmt {count} Bilder je Produkt; die übrigen sind ausgelassen.',
  'More than the {count} variants that the channel takes.':
    'Mehr als die {count} Varianten, die der Kanal annimmt.',
  'The variants differ in this, but it is neither one of their options nor in another field.':
    'Die Varianten unterscheiden sich hierin, aber es ist weder eine ihrer Optionen noch steht es in einem anderen Feld.',
  'Signs that windows-1252 does not have are left out.':
    'Zeichen, die Windows-1252 nicht hat, sind ausgelassen.',
  'Write other signs, or let the channel take UTF-8.':
    'Verwenden Sie andere Zeichen, oder stellen Sie den Kanal auf UTF-8.',
  'Map nothing to it under Channels.': 'Ordnen Sie ihm unter „Kanäle“ nichts zu.',
  'This channel fetches pictures from the web. Say under Channels, in the app, below which public address you will put them; the file then names them there.':
    'Dieser Kanal ruft Bilder aus dem Web ab. Geben Sie unter „Kanäle“ die öffentliche Adresse an, unter der Sie sie ablegen; die Datei verweist dann dorthin.',
  'A currency is a code of three capital letters, such as EUR, USD or GBP.':
    'Eine Währung ist ein Code aus drei Großbuchstaben, etwa EUR, USD oder GBP.',
  'The channel {key} is not there any more. Make it again, or export for another.':
    'Den Kanal {key} gibt es nicht mehr. Legen Sie ihn wieder an, oder exportieren Sie für einen anderen.',
  '{name} takes no {format} file any more. Export for it again.':
    '{name} nimmt keine {format}-Datei mehr. Exportieren Sie noch einmal dafür.',
  '{what}. Export as CSV, or fewer rows or columns at a time.':
    'Für eine Excel-Arbeitsmappe ist das zu viel. Exportieren Sie als CSV oder weniger Zeilen oder Spalten auf einmal.',
  'This is no text in UTF-8. Take the plain text that the channel offers, not a table for Excel.':
    'Das ist kein Text in UTF-8. Nehmen Sie den einfachen Text, den der Kanal anbietet, keine Excel-Tabelle.',
  'Take the plain text that the channel offers: a category a line, as in Furniture > Chairs.':
    'Nehmen Sie den einfachen Text, den der Kanal anbietet: eine Kategorie je Zeile, wie Möbel > Stühle.',

  'availability (or a number in stock)': 'availability (oder ein Lagerbestand)',
  'gtin (or mpn with brand, or identifier_exists no)': 'gtin (oder mpn mit brand, oder identifier_exists no)',

  // channels of one's own
  Empty: 'Leer',
  'A file of your own: one column to begin with.': 'Eine eigene Datei: zu Beginn mit einer Spalte.',
  'The product combined feed for CSV, a row for each variant.':
    'Der „product combined feed“ als CSV, eine Zeile je Variante.',
  'The columns of Etsy’s listing file, a row for each product.':
    'Die Spalten der Listing-Datei von Etsy, eine Zeile je Produkt.',
  'Meta catalog': 'Meta-Katalog',
  'Facebook and Instagram: the fields of a catalog feed as CSV.':
    'Facebook und Instagram: die Felder eines Katalog-Feeds als CSV.',
  'The offer file of the price comparison.': 'Die Angebotsdatei des Preisvergleichs.',
  'Like Google': 'Wie Google',
  'For all who take a file as Google defines it, as CSV.':
    'Für alle, die eine Datei nach Googles Vorgaben nehmen, als CSV.',
  'Text with markup': 'Text mit Auszeichnung',
  Number: 'Zahl',
  'Whole number': 'Ganze Zahl',
  'Pieces in stock': 'Stück auf Lager',
  Price: 'Preis',
  'Price with its currency': 'Preis mit Währung',
  'Yes or no': 'Ja oder nein',
  List: 'Liste',
  Picture: 'Bild',
  Pictures: 'Bilder',
  'Web address': 'Webadresse',
  'Category of the channel': 'Kategorie des Kanals',
  'Category path': 'Kategoriepfad',
  'Group of a variant': 'Gruppe einer Variante',
  'What variants differ in': 'Worin sich Varianten unterscheiden',
  'How variants differ': 'Wie sich Varianten unterscheiden',

  // models and their providers
  'There is no provider of models yet. Add one in the app under Providers, or with vitrine provider add; a local model such as Ollama costs nothing.':
    'Es gibt noch keinen KI-Provider. Fügen Sie unter „KI-Provider“ einen hinzu; ein lokales Modell, etwa in Ollama, kostet nichts.',
  '{name} names no model for {what}. Say in the provider which one to take, send model, or name another provider.':
    'Für {name} ist hierfür kein Modell gewählt. Wählen Sie beim Provider eines, oder nehmen Sie einen anderen Provider.',
  'Nobody knows what {model} of {provider} costs, so that no budget can be kept. Enter its price in the app under Providers; 0 says that it costs nothing.':
    'Was {model} von {provider} kostet, ist nicht bekannt, daher lässt sich kein Budget einhalten. Geben Sie unter „KI-Provider“ den Preis ein; 0 heißt, dass es nichts kostet.',
  'The provider of this run is not known any more. Start the run with another one.':
    'Den Provider dieses Laufs gibt es nicht mehr. Starten Sie den Lauf mit einem anderen.',
  'The data type of this attribute has changed since the run was started. Start another run for it.':
    'Der Datentyp dieses Attributs hat sich seit dem Beginn des Laufs geändert. Starten Sie dafür einen neuen Lauf.',
  'It has been deleted meanwhile.': 'Es wurde inzwischen gelöscht.',
  'The model gave no answer.': 'Das Modell hat nicht geantwortet.',
  'The model gave no answer within {count} seconds.':
    'Das Modell hat innerhalb von {count} Sekunden nicht geantwortet.',
  'The model did not answer within {count} seconds.':
    'Das Modell hat innerhalb von {count} Sekunden nicht geantwortet.',
  'The model did not answer with JSON.': 'Das Modell hat nicht mit JSON geantwortet.',
  'The model made no picture of this. Word the instructions otherwise.':
    'Das Modell hat daraus kein Bild gemacht. Formulieren Sie die Anweisungen anders.',
  'The model does not keep to the form that it is asked to answer in. Choose another model.':
    'Das Modell hält sich nicht an die vorgegebene Form der Antwort. Wählen Sie ein anderes.',
  'The answer was cut off at the limit of its length.':
    'Die Antwort wurde an ihrer Längengrenze abgeschnitten.',
  'The answer is not what a provider of this kind sends. Check its kind and its address.':
    'Ein Provider dieser Art antwortet anders. Prüfen Sie Art und Adresse.',
  'The provider held the answer back by its content filter.':
    'Der Inhaltsfilter des Providers hat die Antwort zurückgehalten.',
  'The provider answered {status}.': 'Der Provider hat mit {status} geantwortet.',
  'The connection to the provider failed ({why}).': 'Die Verbindung zum Provider ist fehlgeschlagen ({why}).',
  'The connection was cut before the answer was complete.':
    'Die Verbindung brach ab, bevor die Antwort vollständig war.',
  'Nothing answers at the address. Start the model server, or correct the address.':
    'Unter der Adresse antwortet nichts. Starten Sie den Modellserver, oder korrigieren Sie die Adresse.',
  'The name in the address is not known. Correct the address, or check the network.':
    'Der Name in der Adresse ist nicht bekannt. Korrigieren Sie die Adresse, oder prüfen Sie das Netz.',
  'The name in the address cannot be looked up. Check the network.':
    'Der Name in der Adresse lässt sich nicht nachschlagen. Prüfen Sie das Netz.',
  'The address does not answer. Check it and the network.':
    'Die Adresse antwortet nicht. Prüfen Sie sie und das Netz.',
  'The address redirects {where}, which is not followed. Enter the address where the provider answers itself.':
    'Die Adresse leitet weiter, und Weiterleitungen werden nicht befolgt. Geben Sie die Adresse ein, unter der der Provider selbst antwortet.',
  'Send the address of the server, such as http://127.0.0.1:11434 for Ollama or http://127.0.0.1:1234 for LM Studio.':
    'Geben Sie die Adresse des Servers ein, etwa http://127.0.0.1:11434 für Ollama oder http://127.0.0.1:1234 für LM Studio.',
  'Outside of this computer and its network only https is used: over http others could read the key and the catalog.':
    'Außerhalb dieses Computers und seines Netzes wird nur https verwendet: Über http könnten andere Schlüssel und Katalog lesen.',
  'The stored key cannot be read any more. Enter it again.':
    'Der gespeicherte Schlüssel ist nicht mehr lesbar. Geben Sie ihn neu ein.',
  'This computer has no keyring that is open, so the key would lie readable on the disk. Set one up, such as GNOME Keyring or KWallet, or start the app with the key in an environment variable and enter its name instead.':
    'Auf diesem Computer ist kein Schlüsselbund geöffnet, der Schlüssel läge daher lesbar auf dem Datenträger. Richten Sie einen ein, etwa GNOME-Schlüsselbund oder KWallet, oder starten Sie die App mit dem Schlüssel in einer Umgebungsvariablen, und geben Sie deren Namen ein.',
  'There are {count} providers already. Delete one that is no longer used.':
    'Es gibt schon {count} Provider. Löschen Sie einen, der nicht mehr verwendet wird.',
  'Several definitions are being tried already. Wait for one of them, or stop it.':
    'Mehrere Definitionen werden schon ausprobiert. Warten Sie auf eine davon, oder stoppen Sie sie.',

  // a team: signing in, people, roles
  'This e-mail and password do not open an account here. If the account asks for a code, type the newest one.':
    'Zu dieser E-Mail-Adresse und diesem Passwort gibt es hier kein Konto. Verlangt das Konto einen Code, geben Sie den neuesten ein.',
  'Too many tries to sign in. Wait {count} minutes, then try again.':
    'Zu viele Anmeldeversuche. Warten Sie {count} Minuten, und versuchen Sie es dann noch einmal.',
  'Too many tries to sign in. Wait 1 minute, then try again.':
    'Zu viele Anmeldeversuche. Warten Sie 1 Minute, und versuchen Sie es dann noch einmal.',
  'Too many people sign in at this moment. Try again in a few seconds.':
    'Gerade melden sich zu viele an. Versuchen Sie es in einigen Sekunden noch einmal.',
  'Type an e-mail address, such as ana@example.com.':
    'Geben Sie eine E-Mail-Adresse ein, etwa ana@example.com.',
  'This password is easily guessed. Take several words that do not belong together, or let your browser make one.':
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie mehrere Wörter, die nicht zusammengehören, oder lassen Sie Ihren Browser eines erstellen.',
  'This is not your password.': 'Das ist nicht Ihr Passwort.',
  'This account has no password. Ask an administrator for a link to set one.':
    'Dieses Konto hat kein Passwort. Bitten Sie einen Administrator des Servers um einen Link, um eines festzulegen.',
  'This is not the code of this moment. Look whether the clock of your phone is right, and type the newest code.':
    'Das ist nicht der jetzige Code. Prüfen Sie, ob die Uhr Ihres Telefons stimmt, und geben Sie den neuesten Code ein.',
  'This is not the code of this moment.': 'Das ist nicht der jetzige Code.',
  'This account asks for no codes. Type the password.':
    'Dieses Konto verlangt keine Codes. Geben Sie das Passwort ein.',
  'Another account has this e-mail.': 'Ein anderes Konto hat diese E-Mail.',
  'This server sends no mail. Ask an administrator of the server for a link to set a new password.':
    'Dieser Server sendet keine E-Mails. Bitten Sie einen Administrator des Servers um einen Link für ein neues Passwort.',
  'The account of {email} asks for no codes.': 'Das Konto von {email} verlangt keine Codes.',
  'This link is not known: it has been used, it is over, or a newer one took its place. Ask whoever sent it for another.':
    'Dieser Link gilt nicht: Er wurde verwendet, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie um einen neuen.',
  'The account of this link is not there any more.': 'Das Konto dieses Links gibt es nicht mehr.',
  'The account of the administrator has been made already. Sign in, or ask an administrator for an invitation.':
    'Das Konto des Administrators gibt es schon. Melden Sie sich an, oder bitten Sie um eine Einladung.',
  'An account was made with this e-mail meanwhile. Open the link again.':
    'Inzwischen wurde mit dieser E-Mail ein Konto angelegt. Öffnen Sie den Link noch einmal.',
  'Nobody has invited this account. Ask an owner of the workspace for an invitation to the e-mail that you sign in with.':
    'Dieses Konto ist nicht eingeladen. Bitten Sie einen Eigentümer des Arbeitsbereichs um eine Einladung an die E-Mail, mit der Sie sich anmelden.',
  '{email} works in this workspace already. Change the role on the page People.':
    '{email} arbeitet schon in diesem Arbeitsbereich. Ändern Sie die Rolle auf der Seite „Personen“.',
  'A workspace has an owner. Make somebody else an owner first.':
    'Ein Arbeitsbereich braucht mindestens einen Eigentümer. Machen Sie zuerst jemand anderen dazu.',
  'The server has an administrator. Name another one first.':
    'Der Server braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'Only who wrote a comment can change what it says. Send a reply instead.':
    'Einen Kommentar kann nur ändern, wer ihn geschrieben hat. Antworten Sie stattdessen.',
  'This comment has {count} replies, which is all it can have. Begin a new comment.':
    'Dieser Kommentar hat {count} Antworten, mehr sind nicht möglich. Beginnen Sie einen neuen.',
  'The workspace has {count} worklists, which is as many as it can have. Delete one first.':
    'Der Arbeitsbereich hat {count} Arbeitslisten, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'This person does not work in the workspace. Choose somebody who does.':
    'Diese Person arbeitet nicht in diesem Arbeitsbereich. Wählen Sie jemand anderen.',
  'A worklist is changed by editors, and finished by whoever it was given to. Ask an editor.':
    'Eine Arbeitsliste ändern Bearbeiter, und erledigen kann sie, wer sie bekommen hat. Fragen Sie einen Bearbeiter.',
  'You are no member of this workspace, and this needs the role {role}. An owner of the workspace can give it to you, on the page People.':
    'Sie gehören nicht zu diesem Arbeitsbereich, und dafür ist die Rolle {role} nötig. Ein Eigentümer kann sie Ihnen auf der Seite „Personen“ geben.',
  'You are {role} here, and this needs the role {needed}. An owner of the workspace can give it to you, on the page People.':
    'Sie sind hier {role}, und dafür ist die Rolle {needed} nötig. Ein Eigentümer des Arbeitsbereichs kann sie Ihnen auf der Seite „Personen“ geben.',
  'This concerns the whole server. Only an administrator of the server may do it.':
    'Das betrifft den ganzen Server. Das dürfen nur Administratoren des Servers.',
  'You may propose values here, and not move entities. That needs the role editor. An owner of the workspace can give it to you, on the page People.':
    'Sie dürfen hier Werte vorschlagen, aber keine Einträge verschieben. Dafür ist die Rolle Bearbeiter nötig. Ein Eigentümer des Arbeitsbereichs kann sie Ihnen auf der Seite „Personen“ geben.',
  'The entity has these values already.': 'Der Eintrag hat diese Werte schon.',
  'This time has passed. Send a later one, or null for a key that does not expire.':
    'Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren oder gar keinen.',
  'No agent waits with this code. It may have given up, or been answered.':
    'Mit diesem Code wartet kein Agent. Vielleicht hat er aufgegeben oder schon eine Antwort.',
  'This person may make {count} requests a minute. Wait {seconds} s, then go on.':
    'Es sind {count} Anfragen je Minute erlaubt. Warten Sie {seconds} s, und machen Sie dann weiter.',
} satisfies Readonly<Record<string, string>>
