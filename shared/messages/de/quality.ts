import type { quality as english } from '../en/quality.ts'

export const quality: Readonly<Record<keyof typeof english, string>> = {
  'quality.title_missing': 'Es gibt keinen Titel.',
  'quality.title_too_long': 'Google zeigt 150 Zeichen eines Titels und weist längere zurück.',
  'quality.title_too_short': 'Ein Titel mit weniger als 8 Zeichen sagt wenig.',
  'quality.title_in_capitals': '{title} besteht nur aus Großbuchstaben.',
  'quality.title_is_placeholder': '„{title}“ ist nur ein Platzhalter für einen Titel.',
  'quality.title_has_markup': 'Shops zeigen Tags und Codes wie &trade; so, wie sie dastehen.',
  'quality.title_repeated': 'Ein anderes Produkt von {brand} heißt ebenfalls {title}.',
  'quality.gtin_missing': 'Markenprodukte haben eine GTIN, und Shops verlangen sie.',
  'quality.gtin_invalid': '{gtin} hat keine richtige Prüfziffer oder zu wenige Stellen.',
  'quality.gtin_repeated': 'Ein anderes Produkt hat ebenfalls die GTIN {gtin}.',
  'quality.price_missing': 'Es gibt keinen Preis.',
  'quality.price_not_positive': 'Der Preis ist {price}.',
  'quality.price_is_outlier': '{price} liegt weit von den Preisen anderer Produkte entfernt.',
  'quality.currency_unknown': 'Die Währung von {price} ist nicht bekannt.',
  'quality.asset_damaged': 'Aus dieser Datei lässt sich kein Bild machen. Ersetzen Sie sie.',
  'quality.asset_missing_file':
    'In der Bibliothek liegt an dieser Stelle keine Datei mehr. Legen Sie sie zurück, oder wählen Sie eine andere.',
  'quality.asset_link_dead': 'Unter dieser Adresse antwortet nichts.',
  'quality.rights_expired': 'Die Rechte endeten am {valid_to}. Kanäle lassen das Bild weg.',
  'quality.asset_too_small': 'Das Bild ist kleiner, als es gezeigt werden soll.',
  'quality.asset_no_alt_text':
    'Wer das Bild nicht sieht, erfährt nichts darüber, und Suchmaschinen auch nicht.',
  'quality.rights_expiring':
    'Die Rechte enden am {valid_to}. Verlängern Sie sie, oder ersetzen Sie das Bild.',
  'quality.asset_turned':
    'Die Datei liegt auf der Seite oder steht kopf, und nur Programme, die EXIF lesen, drehen sie.',
  'quality.asset_not_srgb': 'Browser zeigen Farben nur in sRGB richtig.',
  'quality.asset_transparent': 'Ein Kanal verlangt weißen Hintergrund, und dieses Bild ist durchsichtig.',
  'quality.asset_too_large': 'Die Datei hat mehr Bytes, als ein Kanal annimmt.',
  'quality.asset_wrong_aspect':
    'Das Bild hat ein anderes Verhältnis von Breite zu Höhe, sodass Teile davon wegfielen.',
  'quality.asset_alt_text_is_name': '„{alt_text}“ ist der Dateiname und sagt nichts über das Bild.',
  'quality.asset_nearly_same': 'Ein anderes Produkt zeigt fast dasselbe Bild.',
  'quality.asset_unused': 'Seit 30 Tagen verwendet nichts das Bild.',
  'quality.product_no_picture': 'Das Produkt hat kein Bild.',
  'quality.asset_twice': 'Das Produkt zeigt dieselbe Datei zweimal.',
  'quality.product_one_picture': 'Das Produkt hat nur ein Bild, wo mehrere gezeigt werden können.',
  'quality.constraint_broken': 'Der Wert hält die Vorgaben von {name} nicht ein.',
  'quality.channel_field_invalid': '{name} verlangt hier einen Wert oder nimmt diesen nicht an.',
  'quality.length_bounds_missing':
    'Sagen Sie, wie lang ein Text sein darf: die kleinste Länge, die größte oder beide.',
  'quality.rule_key_taken':
    'Eine Regel mit dem Schlüssel {key} gibt es schon. Wählen Sie einen anderen Namen.',
  'quality.too_many_rules':
    'Ein Arbeitsbereich hat höchstens {count} eigene Regeln. Löschen Sie eine, oder prüfen Sie mit einer mehr Attribute.',
  'quality.nothing_to_accept': 'Die Regel findet dort nichts. Vielleicht wurde es schon behoben.',
  'quality.nothing_accepted': 'Dort hat niemand einen Befund dieser Regel angenommen.',
  'quality.rule_on_findings':
    'Eine Regel kann sich nicht auf Befunde stützen. Nennen Sie stattdessen Attribute.',
  'quality.pattern_not_valid': 'Das Muster ist kein regulärer Ausdruck. Korrigieren Sie es.',
  'quality.aspect_not_valid': 'Erwartet wird Breite zu Höhe, etwa 1:1 oder 4:3.',
  'quality.attribute_of_wrong_type':
    'Werte von {key} sind von anderer Art, als diese Prüfung ansehen kann. Wählen Sie ein anderes Attribut.',
  'duplicate.group_merged':
    'Die Einträge dieser Gruppe wurden zusammengeführt. Machen Sie zuerst die Zusammenführung rückgängig.',
  'duplicate.entity_in_trash':
    'Ein Eintrag der Zusammenführung liegt inzwischen im Papierkorb. Machen Sie sie rückgängig, und führen Sie dann zusammen, was übrig ist.',
  'duplicate.too_many_entities':
    'Eine Suche vergleicht höchstens {count, number} Einträge. Grenzen Sie sie durch einen Filter ein.',
  'similar_values.too_many':
    'Es gibt mehr als {count, number} verschiedene Werte oder sehr lange. Fügen Sie einen Filter hinzu, der weniger übrig lässt, etwa eine Kategorie.',
  'similar_values.too_many_to_embed':
    'Es gibt {count, number} verschiedene Werte; nach Bedeutung werden höchstens {most, number} verglichen. Fügen Sie einen Filter hinzu, der weniger übrig lässt, etwa eine Kategorie, oder vergleichen Sie anders.',
  'similar_values.no_embedding_model':
    'Dieser Vergleich braucht ein Modell für Embeddings, und kein Provider nennt eines. Nennen Sie eines unter „KI-Provider“ (Modell für Embeddings); nomic-embed-text von Ollama kostet nichts. Oder vergleichen Sie anders, etwa nach gleichem Klang.',
  'similar_values.attribute_is_unique':
    'Die Werte müssen eindeutig sein, daher können nicht zwei Einträge denselben haben. Führen Sie stattdessen die Einträge zusammen: Suchen Sie nach Dubletten.',
}
