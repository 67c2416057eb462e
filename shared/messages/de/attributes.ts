import type { attributes as english } from '../en/attributes.ts'

export const attributes: Readonly<Record<keyof typeof english, string>> = {
  'attribute.key_not_defined': 'Kein Attribut hat den Schlüssel {key}.',
  'attribute.restricted_to_roles':
    '{name} dürfen nur diese Rollen bearbeiten: {roles}. Sie sind hier {role}. Ein Eigentümer des Arbeitsbereichs kann das oder Ihre Rolle ändern.',
  'attribute.has_other_values': 'Andere Einträge haben Werte darin.',
  'attribute.used_by_view': 'Die Ansicht „{name}“ verwendet es.',
  'attribute.used_by_class': 'Die Attributklasse „{name}“ verwendet es.',
  'attribute.used_by_channel': 'Der Kanal {name} verwendet es.',
  'attribute.primary_is_read_by_all':
    'Vom primären Attribut haben Einträge ihre Bezeichnung, die alle lesen. Lassen Sie readable_by weg.',
  'attribute.role_may_not_read_all':
    'Einige Attribute dieses Arbeitsbereichs sind für Ihre Rolle {role} nicht lesbar, und hier würde man ihre Werte sehen. Fragen Sie jemanden, der sie lesen darf.',
  'attribute.key_taken':
    'Ein Attribut mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen, oder lassen Sie ihn weg.',
  'attribute.key_not_valid':
    'Ein Schlüssel beginnt mit einem Kleinbuchstaben, hat höchstens 64 Kleinbuchstaben, Ziffern und _ und ist kein Systemfeld, etwa netto_preis. Lassen Sie ihn weg, um ihn aus dem Namen bilden zu lassen.',
  'attribute.type_loses_values':
    '{holders} einen Wert in „{name}“, den der Datentyp {type} verlieren würde. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  'attribute.type_loses_references':
    '{holders} mehr als einen Verweis in „{name}“, was der Datentyp {type} verlieren würde. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  'attribute.target_type_has_values':
    '{holders} einen Wert in „{name}“, daher kann nicht geändert werden, worauf es verweist. Leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  'attribute.values_not_acceptable':
    '{holders} einen Wert in „{name}“, der nicht mehr zulässig wäre{trash}: {examples}. Geben Sie diesen zuerst einen anderen Wert.',
  'attribute.values_not_convertible':
    '{holders} einen Wert in „{name}“, den {type} nicht verlustfrei aufnimmt{trash}, von {total} insgesamt: {examples}. Ändern Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  'attribute.values_not_of_kind':
    '{holders} in „{name}“ einen Wert, der dazu nicht passt ({kind}){trash}, von {total} insgesamt: {examples}. Korrigieren oder leeren Sie diese zuerst, oder fügen Sie ein anderes Attribut hinzu.',
  'attribute.held_by_product': '{count, plural, one {1 Produkt hat} other {{count} Produkte haben}}',
  'attribute.held_by_image': '{count, plural, one {1 Bild hat} other {{count} Bilder haben}}',
  'attribute.held_by_vendor': '{count, plural, one {1 Anbieter hat} other {{count} Anbieter haben}}',
  'attribute.held_by_category': '{count, plural, one {1 Kategorie hat} other {{count} Kategorien haben}}',
  'attribute.held_by_source': '{count, plural, one {1 Quelle hat} other {{count} Quellen haben}}',
  'attribute.references_in_use':
    'Die Verweise in „{name}“ werden von {names} verwendet. Löschen oder ändern Sie diese Definitionen zuerst.',
  'attribute.is_primary':
    'Dieses Attribut benennt die Einträge und muss ein Text oder eine URL sein. Lassen Sie zuerst ein anderes die Einträge benennen.',
  'attribute.options_not_valid':
    'Nur Auswahlfelder und ein Status haben Optionen; jede ist ein Text, der nicht leer ist. Ein Komma ist bei einer Mehrfachauswahl nicht möglich.',
  'attribute.options_alike':
    'Die Optionen {one} und {other} unterscheiden sich nur in der Großschreibung. Lassen Sie eine davon weg.',
  'attribute.cannot_be_unique': 'Verweise und berechnete Werte können nicht eindeutig sein.',
  'attribute.cannot_be_required':
    'Werte dieses Datentyps werden berechnet, daher könnte niemand einen eingeben.',
  'attribute.bounds_reversed': 'Das Minimum liegt über dem Maximum.',
  'attribute.lookup_circular':
    'Der Nachschlagewert führt zu sich selbst zurück: {way}. Wählen Sie ein anderes Attribut.',
  'attribute.prompt_circular':
    'Der Prompt führt zu sich selbst zurück: {way}. Nehmen Sie einen dieser Schlüssel aus dem Prompt davor.',
  'attribute.of_them_in_trash': ' ({count} davon im Papierkorb)',
  'axes.repeated': '{key} steht zweimal in der Liste. Lassen Sie es einmal weg.',
  'axes.wrong_type':
    '{key} enthält keine Auswahl, Textzeile oder Zahl und kann Varianten daher nicht unterscheiden. Wählen Sie ein anderes Attribut.',
  'variants.too_many':
    'Diese Werte ergeben {count} Kombinationen; auf einmal entstehen höchstens {max}. Lassen Sie Werte weg, oder legen Sie sie in Teilen an.',
  'variants.set_is_axis':
    '{key} ist eine Achse, deren Werte aus den Kombinationen kommen. Lassen Sie es hier weg.',
  'variants.no_such_row': 'Die Werte nennen keine Kombination der Achsen. Senden Sie einen Wert je Achse.',
  'convert.only_variants':
    'Eigenständige Produkte haben kein übergeordnetes Produkt. Lassen Sie dies weg, oder machen Sie Varianten daraus.',
  'convert.has_variants':
    'Dieses Produkt hat selbst Varianten. Verschieben Sie diese zuerst, oder lassen Sie es weg.',
  'convert.only_new_parent':
    'Gemeinsame Werte gehen nur an ein neues übergeordnetes Produkt. Senden Sie dessen Werte, oder lassen Sie dies weg.',
  'attribute_class.key_taken':
    'Eine Klasse mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'pattern.not_a_regular_expression':
    "Das ist kein regulärer Ausdruck. Einer ist zum Beispiel [A-Z]'{2}'-[0-9]+; eine Klammer, die für sich selbst steht, wird \\( oder \\[ geschrieben.",
  'pattern.not_regular': 'Es ist kein regulärer Ausdruck.',
  'pattern.back_reference':
    'Ein Muster kann nicht auf eine Gruppe zurückverweisen (\\1 oder \\k<name>): Solche Muster können für einen Text Jahre brauchen. Schreiben Sie aus, was dort stehen darf.',
  'pattern.look_around':
    'Ein Muster kann nicht voraus- oder zurückschauen (wie (?=…), (?!…), (?<=…) und (?<!…)). Schreiben Sie, was der ganze Text sein darf, mit | zwischen den Formen.',
  'pattern.flags':
    'Ein Muster kann die Flags m und s nicht setzen. Schreiben Sie [^] für ein beliebiges Zeichen und \\n für ein Zeilenende.',
  'pattern.too_long': 'Ein Muster hat höchstens {most} Zeichen. Schreiben Sie ein kürzeres.',
  'kind.price':
    'Hier steht ein Betrag in {currency}, etwa 12,5. Beträge in anderer Währung gehören in ein anderes Attribut.',
  'kind.price_tiers':
    'Hier stehen Preise ab bestimmten Mengen, etwa 1: 10.00; 10: 9.50. Die Mengen steigen und beginnen bei 1 oder mehr.',
  'kind.measure': 'Hier steht ein Maß in {unit}, etwa 12,5.',
  'kind.gtin':
    'Eine GTIN (EAN, UPC, ISBN) hat 8, 12, 13 oder 14 Ziffern, deren letzte sich aus den anderen ergibt. Vergleichen Sie sie mit der Packung.',
  'kind.email': 'Eine E-Mail-Adresse hat einen Namen, ein @ und eine Domain, etwa verkauf@example.com.',
  'kind.date_time':
    'Datum und Uhrzeit stehen mit Zeitzone, etwa 2026-01-31T09:30:00Z oder 2026-01-31T10:30:00+01:00.',
  'kind.file':
    'Eine Datei ist eine Webadresse, die mit http:// oder https:// beginnt, oder eine Datei des Arbeitsbereichs.',
  'value.text_too_long': 'Der Text ist {size} lang und darf höchstens {most} lang sein. Kürzen Sie ihn.',
  'value.no_document':
    'Nur Dateien und Videos sind Dokumente. Lassen Sie document weg, oder setzen Sie die Art „Datei“.',
  'value.has_nul':
    'Der Text enthält ein NUL-Zeichen, das keine Tabellendatei speichern kann. Entfernen Sie es.',
  'value.not_unique':
    '{name} muss eindeutig sein, und ein anderer Eintrag hat diesen Wert schon. Geben Sie einen anderen ein, oder ändern Sie jenen Eintrag.',
}
