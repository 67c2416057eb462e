import type { channels as english } from '../en/channels.ts'

export const channels: Readonly<Record<keyof typeof english, string>> = {
  'listing.is_draft': 'Entwürfe und archivierte Produkte werden nicht gesendet.',
  'listing.publish_draft': 'Geben Sie ihm einen anderen Status, um es zu senden.',
  'listing.field_required': 'Das Feld ist verlangt und hat keinen Wert.',
  'listing.needs_one_of': 'Der Kanal verlangt {what}.',
  'listing.map_field': 'Geben Sie unter „Kanäle“ an, welches Attribut {field} füllt.',
  'listing.give_value': 'Geben Sie diesen Produkten einen Wert in {attribute}.',
  'listing.correct_value': 'Korrigieren Sie {attribute} bei diesen Produkten.',
  'listing.correct_formula':
    'Korrigieren Sie seine Formel unter „Kanäle“ oder die Attribute, die sie verwendet.',
  'listing.text_too_long': 'Länger als die {count} Zeichen, die der Kanal annimmt.',
  'listing.value_not_accepted': 'Kein Wert, den der Kanal annimmt.',
  'listing.not_an_integer': 'Keine ganze Zahl.',
  'listing.not_a_number': 'Keine Zahl.',
  'listing.not_a_quantity': 'Keine Stückzahl.',
  'listing.not_a_price': 'Kein Preis.',
  'listing.not_an_amount': 'Kein Betrag.',
  'listing.not_a_measure': 'Kein Maß.',
  'listing.not_a_gtin': 'Keine GTIN: 8, 12, 13 oder 14 Ziffern, deren letzte die Prüfziffer ist.',
  'listing.not_a_gtin_without_type':
    'Keine GTIN: 8, 12, 13 oder 14 Ziffern, deren letzte die Prüfziffer ist. Bei anderen Nummern muss ihre Art dabeistehen.',
  'listing.internal_number':
    'Eine Nummer für den Gebrauch im Unternehmen oder für Gutscheine, die kein Produkt im Handel hat.',
  'listing.write_number':
    'Geben Sie die Nummer ein, die auf dem Produkt steht, oder leeren Sie sie, wo es keine gibt.',
  'listing.unit_missing': 'Die Einheit dieses Maßes ist nicht angegeben.',
  'listing.name_unit':
    'Geben Sie unter „Attribute“ die Einheit an, oder schreiben Sie sie hinter die Zahl, wie in 12 kg.',
  'listing.price_not_positive': 'Der Kanal nimmt nur Preise über null an.',
  'listing.negative_number': 'Der Kanal nimmt keine Zahl unter null an und bekommt 0.',
  'listing.write_price': 'Geben Sie den Preis ein.',
  'listing.currency_missing': 'Die Währung dieses Preises ist nicht angegeben.',
  'listing.name_currency':
    'Geben Sie sie als Einheit des Attributs, unter „Kanäle“ als Währung des Kanals oder beim Exportieren an.',
  'listing.picture_not_public': 'Das Bild liegt im Arbeitsbereich, wo der Kanal es nicht abrufen kann.',
  'listing.name_public_address':
    'Geben Sie unter „Kanäle“ eine öffentliche Adresse für Bilder an, exportieren Sie mit den Bildern, und legen Sie sie dort ab.',
  'listing.linked_file_missing':
    'Die verknüpfte Datei ist nicht da, oder noch niemand hat in sie hineingesehen.',
  'listing.scan_library':
    'Schließen Sie das Laufwerk der Bibliothek an, oder durchsuchen Sie sie, und exportieren Sie neu.',
  'listing.not_a_web_address': 'Keine vollständige Webadresse (https://…), wie sie der Kanal verlangt.',
  'listing.sale_price_too_high': 'Der Aktionspreis liegt nicht unter dem Preis.',
  'listing.sale_price_above_regular': 'Der Aktionspreis liegt nicht unter dem regulären Preis.',
  'listing.lower_sale_price': 'Senken Sie ihn, oder leeren Sie ihn, solange es keine Aktion gibt.',
  'listing.rights_expired':
    'Heute liegt außerhalb der Tage, für die die Rechte am Bild gelten (rights_expired).',
  'listing.rights_territory': 'Die Rechte am Bild decken nicht jedes Land des Kanals (rights_territory).',
  'listing.rights_channel': 'Die Rechte am Bild nennen andere Kanäle (rights_channel).',
  'listing.extend_rights': 'Ändern Sie die Rechte am Bild unter „Bilder“, oder zeigen Sie ein anderes.',
  'listing.identifier_repeated':
    'Ein anderes Produkt hat denselben Wert, an dem der Kanal Produkte unterscheidet.',
  'listing.category_unknown': 'Der Kanal hat keine Kategorie dieses Namens oder dieser Nummer.',
  'listing.choose_category':
    'Wählen Sie unter „Kanäle“ eine aus seiner Liste, genau so geschrieben wie dort.',
  'listing.category_not_mapped': 'Wie der Kanal diese Kategorie nennt, ist nicht angegeben.',
  'listing.map_category': 'Geben Sie es unter „Kanäle“ an, für die Kategorie oder eine darüber.',
  'listing.too_many_values': 'Der Kanal nimmt davon {count}; die übrigen sind ausgelassen.',
  'listing.too_many_pictures': 'Der Kanal nimmt {count} Bilder je Produkt; die übrigen sind ausgelassen.',
  'listing.too_many_variants': 'Mehr als die {count} Varianten, die der Kanal annimmt.',
  'listing.variant_option_missing':
    'Die Varianten unterscheiden sich hierin, aber es ist weder eine ihrer Optionen noch steht es in einem anderen Feld.',
  'listing.not_in_windows_1252': 'Zeichen, die Windows-1252 nicht hat, sind ausgelassen.',
  'listing.write_other_signs': 'Verwenden Sie andere Zeichen, oder stellen Sie den Kanal auf UTF-8.',
  'listing.map_nothing': 'Ordnen Sie ihm unter „Kanäle“ nichts zu.',
  'channel.key_taken': 'Einen Kanal mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'channel.ships_with_vitrine':
    '{name} gehört zu Vitrine und kann nicht gelöscht werden. Schalten Sie den Kanal stattdessen aus.',
  'channel.column_name_taken':
    'Spalte {number} heißt schon {name}. Geben Sie jeder Spalte eine eigene Überschrift.',
  'channel.needs_public_address':
    'Dieser Kanal ruft Bilder aus dem Web ab. Geben Sie unter „Kanäle“ die öffentliche Adresse an, unter der Sie sie ablegen; die Datei verweist dann dorthin.',
  'channel.country_not_known': '{wrong} ist kein Ländercode. Schreiben Sie zwei Buchstaben, etwa DE, AT.',
  'channel.currency_not_valid': 'Eine Währung ist ein Code aus drei Großbuchstaben, etwa EUR, USD oder GBP.',
  'channel.category_list_not_utf8':
    'Das ist kein Text in UTF-8. Nehmen Sie den einfachen Text, den der Kanal anbietet, keine Excel-Tabelle.',
  'channel.category_list_not_valid':
    'Nehmen Sie den einfachen Text, den der Kanal anbietet: eine Kategorie je Zeile, wie Möbel > Stühle.',
  'channel.availability_or_stock': 'die Verfügbarkeit oder ein Lagerbestand',
  'channel.gtin_or_mpn': 'eine GTIN, oder eine Marke mit MPN, oder „no“ in identifier_exists',
  'export.disk_full': 'Der Datenträger ist voll. Schaffen Sie Platz, und exportieren Sie noch einmal.',
  'export.not_comparable': 'Vergleichen lassen sich nur zwei Dateien eines Kanals in einem Format.',
  'export.too_large_to_compare':
    'Die Dateien sind zu groß, um sie hier zu vergleichen. Laden Sie beide herunter und vergleichen Sie sie.',
  'export.file_gone': 'Die Datei dieses Exports wird nicht mehr aufbewahrt. Exportieren Sie noch einmal.',
  'export.no_products':
    'Es wurde nichts exportiert: Unter dem Gewählten ist kein Produkt. Wählen Sie andere.',
  'export.product_refused': 'Es wurde nichts exportiert: {name} nimmt das eine Produkt nicht an.',
  'export.products_refused':
    'Es wurde nichts exportiert: {name} nimmt keines der {count, number} Produkte an.',
  'export.channel_gone':
    'Den Kanal {key} gibt es nicht mehr. Legen Sie ihn wieder an, oder exportieren Sie für einen anderen.',
  'export.format_gone': '{name} nimmt keine {format}-Datei mehr. Exportieren Sie noch einmal dafür.',
  'export.too_large_for_workbook':
    'Für eine Excel-Arbeitsmappe ist das zu viel. Exportieren Sie als CSV oder weniger Zeilen oder Spalten auf einmal.',
  'export.reason': '{field} ({count, number} ×): {issue} {remedy}',
}
