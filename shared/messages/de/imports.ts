import type { imports as english } from '../en/imports.ts'

export const imports: Readonly<Record<keyof typeof english, string>> = {
  'cell.merge_key_value_required':
    'Die Zelle ist leer, daher lässt sich die Zeile nicht zuordnen. Füllen Sie sie aus.',
  'row.merged_into':
    '„{value}“ wurde mit {label} zusammengeführt. Lassen Sie Zeilen zusammengeführter Einträge den verbliebenen aktualisieren, oder lassen Sie sie aus.',
  'cell.required': 'Die Zelle ist leer, aber das Attribut braucht einen Wert. Füllen Sie sie aus.',
  'cell.expected_number': 'Das ist keine Zahl. Schreiben Sie eine wie 129,5, oder leeren Sie die Zelle.',
  'cell.expected_date': 'Das ist kein Datum wie 2026-01-31. Schreiben Sie eines, oder leeren Sie die Zelle.',
  'cell.expected_boolean': 'Das ist weder Ja noch Nein. Schreiben Sie true oder false.',
  'cell.expected_url': 'Das ist keine Webadresse, die mit http:// oder https:// beginnt.',
  'cell.expected_json': 'Das ist kein gültiges JSON. Korrigieren Sie es, oder leeren Sie die Zelle.',
  'cell.not_an_acceptable_value':
    'Das ist keine Option des Attributs. Lassen Sie sie vom Import anlegen, oder schreiben Sie eine der Optionen.',
  'cell.referenced_entity_not_found':
    'Etwas mit diesem Namen oder dieser ID gibt es nicht. Lassen Sie es vom Import anlegen, oder korrigieren Sie die Zelle.',
  'cell.not_unique':
    'Ein anderer Eintrag hat diesen Wert schon, und er muss eindeutig sein. Schreiben Sie einen anderen, oder importieren Sie über diese Spalte.',
  'cell.decimal_comma':
    'Die Dezimalstellen stehen nach einem Komma. Stellen Sie das für diese Spalte ein, oder schreiben Sie einen Punkt.',
  'cell.number_with_unit':
    'Die Spalte nimmt keine Zahl mit dieser Einheit oder Währung. Schreiben Sie sie in der des Attributs, ohne die Einheit.',
  'cell.parent_not_imported':
    'Weder im Arbeitsbereich noch in der Datei gibt es etwas mit diesem Wert ({key}). Importieren Sie zuerst die Datei mit den übergeordneten Einträgen, oder korrigieren Sie die Zelle.',
  'cell.reference_not_imported':
    'Weder im Arbeitsbereich noch in der Datei gibt es etwas mit diesem Wert ({key}). Importieren Sie es zuerst, legen Sie es an, oder korrigieren Sie die Zelle.',
  'cell.reference_name_ambiguous': 'Mehrere heißen „{text}“. Geben Sie die ID von einem an.',
  'cell.reference_value_ambiguous':
    'Mehrere Einträge haben diesen Wert ({key}). Geben Sie allen bis auf einen einen anderen.',
  'cell.formula_without_result':
    'Zelle {place} enthält eine Formel ohne Ergebnis. Öffnen Sie die Arbeitsmappe in Excel, speichern Sie sie, und importieren Sie sie noch einmal.',
  'cell.error_value': 'Zelle {place} enthält den Fehler {text}.',
  'cell.number_too_large': 'Zelle {place} enthält eine zu große Zahl.',
  'cell.error_written': 'Die Zelle enthält {text}, einen Fehler einer Tabellenkalkulation.',
  'cell.code_shortened':
    'Eine Tabellenkalkulation hat diesen Code aus {digits, number} Ziffern zu {text} verkürzt; seine letzten Ziffern sind verloren. Exportieren Sie die Datei neu, mit der Spalte als Text.',
  'row.cell_count': 'Die Zeile hat {cells} Zellen, die Kopfzeile {width}.',
  'row.has_nul': 'Die Zeile enthält ein NUL-Zeichen.',
  'row.quote_not_closed': 'Ein Anführungszeichen in der Zeile ist nicht richtig geschlossen.',
  'row.below_no_product':
    'Die Zeile steht unter keinem Produkt. Setzen Sie sie unter die Zeile ihres Produkts.',
  'row.handle_missing': 'Die Zeile hat kein Handle, daher ist unklar, zu welchem Produkt sie gehört.',
  'row.product_scattered':
    'Die Zeilen von {product} stehen an mehreren Stellen der Datei. Sortieren Sie die Datei nach ihren Produkten.',
  'row.product_missing': 'Das Produkt, dessen Variante das ist, fehlt in der Datei.',
  'row.nothing_identifies_it':
    'Der Datensatz hat nichts, was ihn von anderen unterscheidet: Artikelnummer, Handle, ID oder Name.',
  'row.key_repeated':
    'Die Zeile wird zurückgehalten, denn Zeile {row} hat denselben Wert in {header}. Ein anderer Wert hilft, oder die Zeile bleibt weg.',
  'row.only_updates':
    'Die Datei sagt nur, was sich ändert, und hier hat nichts diesen Schlüssel. Importieren Sie zuerst den ganzen Katalog.',
  'row.price_changed':
    'Die Zeile wird zurückgehalten, weil sich {header} von {old} auf {now} ändert. Stimmt das, importieren Sie die Zeile von Hand.',
  'row.key_missing':
    'Die Zeile wird zurückgehalten, denn ohne Wert in {header} ist ihr Eintrag nicht zu finden. Ein Wert hilft, oder die Zeile bleibt weg.',
  'row.not_an_object': 'Die Zeile ist kein JSON-Objekt.',
  'row.gtin_missing': 'Der Artikel hat keine GTIN.',
  'file.empty': 'Die Datei ist leer.',
  'file.no_rows': 'Die Datei enthält keine Zeilen.',
  'file.not_a_text': 'Die Datei ist keine Textdatei.',
  'file.not_utf8': 'Die Datei ist nicht in UTF-8.',
  'file.not_csv': 'Die Datei ist {what}, keine CSV-Datei.',
  'file.save_as_csv': 'Speichern Sie die Tabelle als CSV, und importieren Sie diese Datei.',
  'file.csv_not_valid': 'Die Datei ist bei Zeile {line} kein gültiges CSV: {message}.',
  'file.quote_never_closed':
    'Ein Anführungszeichen, das in {place} beginnt, wird nie geschlossen. Korrigieren Sie die Datei, und importieren Sie sie noch einmal.',
  'file.row_too_long':
    'Die Zeile {line} ist länger als 8 MiB; vermutlich ist ein Anführungszeichen nicht geschlossen.',
  'file.too_tangled':
    'Die Datei ist zu groß oder zu verschachtelt, um gelesen zu werden. {sentence} Nehmen Sie einen Teil davon.',
  'file.header_missing': 'Die erste Zeile der Datei benennt keine Spalte.',
  'file.too_many_columns': 'Die Datei hat mehr als {count} Spalten.',
  'file.too_many_rows': 'Die Datei hat mehr als 5.000.000 Zeilen. Importieren Sie sie in mehreren Teilen.',
  'file.json_not_valid': 'Die Datei ist bei Zeile {row} kein gültiges JSON: {message}.',
  'file.not_a_workbook': 'Die Datei ist keine lesbare Arbeitsmappe. Speichern Sie sie als XLSX oder CSV.',
  'file.damaged_archive':
    'Die Datei ist beschädigt und kann nicht gelesen werden. Speichern Sie sie neu, und versuchen Sie es noch einmal.',
  'file.xml_not_valid': 'Die Datei ist in Zeile {line} kein gültiges XML: {why}.',
  'file.larger_than': 'Die Datei ist größer als {size} MiB.',
  'file.too_large': 'Die Datei ist zu groß.',
  'file.upload_gone': 'Die hochgeladene Datei ist nicht mehr da. Importieren Sie sie noch einmal.',
  'file.page_without_products':
    'Die Datei ist eine Webseite. Sie enthält keine Tabelle und nennt keine Produkte in den Wörtern von schema.org (JSON-LD). Speichern Sie die Tabelle als CSV, und importieren Sie diese Datei.',
  'file.page_too_large': 'Die Seite ist größer als 32 MiB. Speichern Sie die Tabelle als CSV.',
  'file.path_not_whole': 'Geben Sie den ganzen Pfad der Datei an.',
  'file.new_path_not_whole': 'Geben Sie den ganzen Pfad der neuen Datei an.',
  'file.read_without_guard':
    '{count, plural, one {# Zelle wird} other {# Zellen werden}} anders gelesen als geschrieben, ohne das Zeichen, das einen Code einen Text bleiben lässt: {written} in Zeile {row, number} von {column} wird als {read} gelesen.',
  'file.read_as_empty':
    '{count, plural, one {# Zelle wird} other {# Zellen werden}} als leer gelesen, denn so schreiben Programme nichts: {written} in Zeile {row, number} von {column}.',
  'file.read_without_invisible':
    '{count, plural, one {# Zelle wird} other {# Zellen werden}} anders gelesen als geschrieben, ohne Zeichen, die niemand sieht: {read} in Zeile {row, number} von {column}.',
  'file.read_as_gtin':
    '{count, plural, one {# GTIN wird} other {# GTINs werden}} anders gelesen als geschrieben: {written} in Zeile {row, number} von {column} wird als {read} gelesen.',
  'file.cells_left_out': '{count, plural, one {# Zelle wird} other {# Zellen werden}} ausgelassen. {why}',
  'file.codes_shortened':
    '{count, plural, one {# Code wurde} other {# Codes wurden}} von einer Tabellenkalkulation verkürzt und {count, plural, one {wird} other {werden}} ausgelassen, denn die letzten Ziffern sind verloren: {written} in Zeile {row, number} von {column}. Exportieren Sie die Datei neu, mit der Spalte als Text.',
  'workbook.too_large': 'Die Arbeitsmappe ist größer als 128 MiB. Speichern Sie das Tabellenblatt als CSV.',
  'workbook.has_password':
    'Die Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne, und importieren Sie sie noch einmal.',
  'workbook.no_sheet': 'Die Arbeitsmappe hat kein Tabellenblatt.',
  'file.quotes_as_written': 'Manche Anführungszeichen stehen allein, darum gehören alle zu den Texten.',
  'file.parts_left_out':
    '{count, plural, one {# Angabe zu Produkten wird} other {# Angaben zu Produkten werden}} ausgelassen, denn kein Attribut nimmt sie: {names}.',
  'file.prices_for_one':
    '{count, plural, one {# Preis gilt} other {# Preise gelten}} in der Datei für mehrere Einheiten (PRICE_QUANTITY) und {count, plural, one {wird} other {werden}} als Preis für eine gelesen.',
  'file.cells_of_rows':
    '{count, plural, one {# Zelle enthält} other {# Zellen enthalten}}, was wie ganze Zeilen aussieht, zuerst {column} in Zeile {row, number}. Fehlen Zeilen, dann geben Sie an, dass Anführungszeichen zu den Texten gehören (quote: none).',
  'file.elements_left_out':
    '{count, plural, one {# Element wird} other {# Elemente werden}} ausgelassen, denn sie gehören zu keiner Zeile: {names}.',
  'file.columns_without_heading':
    '{count, plural, one {Spalte {columns} hat keine Überschrift und heißt} other {Die Spalten {columns} haben keine Überschriften und heißen}} so. Ordnen Sie sie unter diesem Namen zu, um sie anders zu nennen.',
  'archive.too_large':
    'Das ZIP-Archiv enthält mehr als {parts, number} Dateien, oder es ist entpackt größer als {size} GB. Importieren Sie es in mehreren Teilen.',
  'archive.nested':
    'Das ZIP-Archiv enthält ein weiteres Archiv, {name}. Entpacken Sie dieses, und legen Sie seine Dateien in das ZIP-Archiv.',
  'archive.has_password':
    'Das ZIP-Archiv ist mit einem Passwort geschützt. Erstellen Sie eines ohne Passwort, und importieren Sie dieses.',
  'archive.no_table':
    'Das ZIP-Archiv enthält keine Tabelle. Legen Sie eine CSV-Datei, eine Arbeitsmappe, JSON oder XML hinein, zusammen mit den Bildern, die darin genannt sind.',
  'archive.several_tables':
    'Das ZIP-Archiv enthält {count, number} Tabellen: {names}. Importieren Sie jede für sich, oder legen Sie eine mit ihren Bildern in ein ZIP-Archiv.',
  'archive.read':
    '{name} wird aus dem ZIP-Archiv gelesen, das {pictures, plural, one {# Bild} other {# Bilder}} enthält.',
  'workbook.part_missing':
    'Die Arbeitsmappe verweist auf {part}, das darin fehlt. Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie neu und importieren Sie diese Datei.',
  'workbook.other_sheets':
    'Gelesen werden die Zeilen des Blatts „{sheet}“. Es gibt {count, plural, one {ein weiteres Blatt} other {# weitere Blätter}} mit Zeilen: {names}. Wählen Sie eines mit seinem Namen, oder „all“ für alle.',
  'workbook.sheet_unknown': 'Die Arbeitsmappe hat kein Blatt „{name}“. Sie hat: {names}.',
  'workbook.not_readable':
    'Die Arbeitsmappe kann nicht gelesen werden: {why}. Speichern Sie sie neu oder als CSV.',
  'import.encoding_unsure':
    'Die Datei sagt nicht, wie ihre Buchstaben kodiert sind: ein Wort darin heißt {one} als {as} und {other} als {as_other}. Geben Sie an, was richtig ist.',
  'import.decimals_ambiguous':
    '{cell} in Zeile {row} von {column} kann {one} oder {other} heißen, und keine Zelle der Datei verrät, welches. Geben Sie an, ob Dezimalstellen nach einem Komma oder nach einem Punkt stehen.',
  'import.dates_ambiguous':
    '{cell} in Zeile {row} von {column} kann {one} oder {other} heißen, und keine Zelle der Datei verrät, welches. Geben Sie an, ob Daten mit dem Tag oder mit dem Monat beginnen.',
  'import.numbers_open':
    '{count, plural, one {# Zeile hat} other {# Zeilen haben}} in {header} eine neue Nummer, obwohl {code} zu einem Eintrag mit einer anderen gehört: {pairs}. Geben Sie an, ob sich die Nummern dieser Einträge ändern oder ob die Zeilen neue Einträge sind.',
  'import.numbers_changed':
    '{count, plural, one {# Eintrag bekommt} other {# Einträge bekommen}} in {header} eine andere Nummer, gefunden über {code}: {pairs}.',
  'import.numbers_new':
    'Nach {header} {count, plural, one {ist # Zeile ein neuer Eintrag} other {sind # Zeilen neue Einträge}}, obwohl {code} zu einem anderen gehört: {pairs}.',
  'import.number_for_other': '{number} statt {known} (Zeile {row, number})',
  'import.number_for_none': '{number} für einen Eintrag ohne Nummer (Zeile {row, number})',
  'import.too_many_numbers':
    'Mehr als {count, number} Zeilen haben in {header} eine neue Nummer, aber die GTIN oder einen anderen Code eines bekannten Eintrags. Importieren Sie die Datei nach dieser Spalte, oder geben Sie an, dass es neue Einträge sind.',
  'import.columns_open':
    '{columns}. Geben Sie an, ob {count, plural, one {diese Spalte das Attribut füllt oder ein neues wird} other {diese Spalten die Attribute füllen oder neue werden}}.',
  'import.columns_filled':
    '{columns}; {count, plural, one {sie wird in dieses Attribut} other {sie werden in diese Attribute}} geschrieben.',
  'import.column_same_values':
    '{column} sieht aus wie {attribute}: {same, number} von {compared, number} Werten sind gleich',
  'import.column_close_values':
    '{column} sieht aus wie {attribute}: {close, number} von {compared, number} Preisen liegen nahe beieinander',
  'import.means_category_tree':
    '{count, plural, one {# Kategorie} other {# Kategorien}} als Baum, nach den Stufen zwischen {path}; davon {new, number} neu',
  'import.means_categories':
    '{count, plural, one {# Kategorie} other {# Kategorien}}, davon {new, number} neu',
  'import.means_vendors': '{count, plural, one {# Anbieter} other {# Anbieter}}, davon {new, number} neu',
  'import.means_gtin': '{count, number} GTINs mit richtigen Prüfziffern',
  'import.means_money': 'Geld in {currency}',
  'import.means_gross_money': 'Geld in {currency}, mit Steuer',
  'import.means_net_money': 'Geld in {currency}, ohne Steuer',
  'import.means_measure': 'Gemessen in {unit}',
  'import.means_choice': '{count, plural, one {# Option} other {# Optionen}}',
  'import.means_picture_files':
    '{count, plural, one {# Bilddatei} other {# Bilddateien}} genannt, noch keine davon dabei',
  'import.means_found_pictures':
    '{found, number} von {count, plural, one {# Bilddatei} other {# Bilddateien}} gefunden',
  'import.file_known':
    'Genau diese Datei wurde am {date} als {file} importiert. Zeilen, die noch so dastehen, bleiben, wie sie sind.',
  'import.sections_read':
    '{count, plural, one {Der Titel von # Abschnitt wird} other {Die Titel von # Abschnitten werden}} als {column} der Zeilen darunter gelesen: {names}.',
  'import.tiers_read': '{columns} werden als Staffelpreise gelesen, in einer Spalte {name}.',
  'import.rows_known':
    '{count, plural, one {# Zeile wurde} other {# Zeilen wurden}} schon einmal importiert, daher {count, plural, one {entsteht kein neuer Eintrag} other {entstehen keine neuen Einträge}} daraus.',
  'import.prices_change':
    '{count, plural, one {# Preis ändert} other {# Preise ändern}} sich um mehr als {share, number} %: {prices}.',
  'import.prices_slipped':
    'Bei {count, plural, one {# Preis} other {# Preisen}} scheint das Komma verrutscht: {prices}.',
  'import.price_change': '{label}: {column} {old} → {now}',
  'import.entries_missing':
    'Von {all, number} Einträgen mit {header} {count, plural, one {fehlt # in der Datei und bleibt} other {fehlen # in der Datei und bleiben}}, wie sie sind: {numbers}.',
  'import.options_folded':
    '{column} hat Optionen, die sich nur in der Großschreibung unterscheiden: {pairs}.',
  'import.option_folded': '{written} wird als {read} gelesen',
  'import.column_unknown': 'Die Datei hat keine Spalte dieses Namens.',
  'step.failed': 'Schritt {number} der Spalte kann diese Zelle nicht lesen.',
  'step.formula': 'Erwartet wird eine Formel von höchstens {count, number} Zeichen.',
  'step.join':
    'Erwartet werden 1 bis {count, number} Namen von Spalten (columns) und ein Trennzeichen (separator).',
  'step.map':
    'Erwartet wird eine Tabelle (table) von höchstens {count, number} Texten und otherwise: keep, clear oder fail.',
  'step.no_pattern': 'Das ist kein Muster.',
  'step.not_known': 'Erwartet wird ein Objekt mit einem Feld: {names}.',
  'step.one_of': 'Erwartet wird eines von {values}.',
  'step.replace': 'Erwartet werden die Texte find und with, und pattern true, wenn find ein Muster ist.',
  'step.split':
    'Erwartet werden ein Trennzeichen (separator) und ein Teil (part): 1 ist der erste, -1 der letzte.',
  'step.text': 'Erwartet wird ein Text von höchstens {count, number} Zeichen.',
  'step.true': 'Erwartet wird true.',
  'step.unit': 'Erwartet werden zwei Einheiten derselben Größe, etwa von g in kg.',
  'import.attribute_mapped_twice': 'Zwei Spalten sind {key} zugeordnet. Lassen Sie eine davon aus.',
  'import.channel_learned':
    '{name} ist nun an den Spalten dieser Datei bekannt. Schalten Sie den Kanal ein, um Änderungen an den Shop zurückzugeben.',
  'import.template_learned':
    '{name} ist nun an den Spalten dieser Datei bekannt. Legen Sie einen Kanal nach der Vorlage {name} an, um Änderungen an den Shop zurückzugeben.',
  'import.no_column_matches':
    'Keine Spalte der Datei passt zu einem Attribut, und keines darf angelegt werden.',
  'import.identifying_column_unmapped':
    'Produkte von {shop} unterscheidet {header}, wofür es kein Attribut gibt. Lassen Sie fehlende Attribute anlegen, ordnen Sie {header} einem Attribut zu, oder wählen Sie einen anderen Abgleichsschlüssel.',
  'import.merge_key_column_missing':
    'Die Datei hat keine Spalte für den Abgleichsschlüssel. Ordnen Sie ihm eine Spalte zu, oder wählen Sie einen anderen.',
  'import.merge_key_not_comparable':
    'Zeilen werden über Texte und Zahlen gefunden. Wählen Sie eine Spalte, die solche enthält.',
  'import.rows_exist_already':
    'Ohne Abgleichsschlüssel wird jede Zeile ein neuer Eintrag, aber {known} von {filled} Zeilen haben denselben Wert in {header} wie ein vorhandener. Importieren Sie sie über {key}, um diese zu aktualisieren.',
  'import.by_key': 'Über {header}: {counts}.',
  'import.by_key_of_first_rows': 'Über {header}, von den ersten {rows, number} Zeilen: {counts}.',
  'import.no_row_has_value': 'keine Zeile hat einen Wert',
  'import.rows_share_value': 'Mehrere Zeilen haben denselben Wert; die erste mit jedem wird importiert.',
  'import.rows_without_value': '{count, plural, one {# Zeile hat keinen.} other {# Zeilen haben keinen.}}',
  'import.undo_only_imports': 'Hier lässt sich nur ein Import rückgängig machen.',
  'import.undo_while_running':
    'Der Import läuft noch. Brechen Sie ihn ab, oder warten Sie, bis er fertig ist, und machen Sie ihn dann rückgängig.',
  'import.undo_while_fetching':
    'Die Bilder des Imports werden noch abgerufen. Brechen Sie diesen Vorgang ab, oder warten Sie, bis er fertig ist, und machen Sie dann den Import rückgängig.',
  'import.undo_nothing': 'Der Import hat nichts geändert, daher gibt es nichts rückgängig zu machen.',
  'import.picture_folder_unknown':
    'Der Bilderordner, der für diesen Import gewählt wurde, ist hier nicht bekannt. Starten Sie ihn neu.',
  'import.cancelled': 'Der Import wurde abgebrochen.',
  'import.failed': 'Der Import ist fehlgeschlagen.',
  'import.known_rows':
    '{count, plural, one {# ist schon da und wird aktualisiert} other {# sind schon da und werden aktualisiert}}',
  'import.code_shared':
    '{header} {value} steht in den Zeilen {rows}. Sie bleiben eigene Einträge, denn {by} unterscheidet sie.',
  'import.new_rows': '{count, plural, one {# ist neu} other {# sind neu}}',
  'picture.not_an_address': 'Das ist keine Adresse. Korrigieren Sie sie.',
  'picture.host_does_not_answer':
    '{host} hat mehrmals nacheinander nicht geantwortet und wurde daher nicht nach diesem Bild gefragt. Importieren Sie die Datei später noch einmal.',
  'picture.address_is_no_picture':
    'Unter dieser Adresse liegt kein Bild (PNG, JPEG, GIF, WebP, AVIF oder SVG).',
  'picture.too_large': 'Das Bild ist größer als {size} MB.',
  'picture.file_too_large': 'Dieses Bild ist größer als {size} MB.',
  'picture.file_is_no_picture': 'Diese Datei ist kein Bild.',
  'picture.not_in_folder':
    'Unter den Bildern gibt es keine Datei dieses Namens, und eine Adresse ist es nicht.',
  'picture.not_readable': 'Dieses Bild kann nicht gelesen werden.',
  'picture.name_ambiguous':
    'Mehrere Dateien unterhalb des Ordners mit Bildern haben diesen Namen: {paths}. Schreiben Sie den Pfad von einer.',
  'picture.folder_not_readable': 'Der Ordner mit Bildern {folder} kann nicht gelesen werden.',
  'picture.folder_not_allowed': 'Dieser Ordner darf hier nicht genannt werden. {remedy}',
  'picture.folders_allowed': 'Bilder werden aus {folders} und den Ordnern darunter genommen.',
  'picture.no_folder_allowed':
    'Auf diesem Server ist kein Ordner für Bilder freigegeben. Fragen Sie einen Administrator des Servers, der jeden Ordner nennen oder den Server mit --picture-folder starten kann.',
  'picture.folder_too_large':
    'Der Ordner mit Bildern {folder} enthält {what}. Nennen Sie einen kleineren Ordner.',
  'picture.too_many_files': 'mehr als {count, number} Dateien und Ordner',
  'picture.too_slow_to_list': 'mehr, als sich in {seconds} Sekunden auflisten lässt',
  'picture.nested_too_deep': 'Ordner, die tiefer als {depth} Ebenen verschachtelt sind',
  'folder.not_writable':
    'Einen beschreibbaren Ordner {folder} gibt es nicht. Legen Sie ihn an, oder wählen Sie einen anderen.',
  'folder.path_not_whole': 'Geben Sie den ganzen Pfad des Ordners an.',
  'folder.not_found': 'Einen Ordner mit diesem Pfad gibt es nicht.',
  'folder.write_refused': 'Der Ordner kann nicht beschrieben werden. Ändern Sie seine Rechte.',
  'folder.gone': 'Der Ordner ist nicht da. Schließen Sie seinen Datenträger an, oder legen Sie ihn neu an.',
  'folder.use_refused': 'Der Ordner darf nicht verwendet werden. Ändern Sie seine Rechte.',
  'folder.not_apart': 'Wählen Sie einen Ordner, der nur dafür da ist, getrennt von den Daten von Vitrine.',
  'folder.watched_already': 'Dieser Ordner, oder einer darin oder darüber, wird schon überwacht.',
  'folder.profile_gone':
    'Die Importeinstellungen gibt es nicht mehr. Wählen Sie andere; die Dateien warten darauf.',
  'folder.profile_not_found':
    'Importeinstellungen dieses Namens gibt es nicht. Speichern Sie sie zuerst, oder wählen Sie andere.',
}
