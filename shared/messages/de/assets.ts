import type { assets as english } from '../en/assets.ts'

export const assets: Readonly<Record<keyof typeof english, string>> = {
  'asset.hash_not_known':
    'Der Arbeitsbereich hat keine Datei mit diesem Hash. Senden Sie die Datei zuerst an POST /files oder als Teil dieses Formulars.',
  'asset.pattern_needs_key':
    'Ein Muster für Namen enthält den Schlüssel einmal, wie in {example}, und höchstens je eine Nummer und eine Ansicht.',
  'asset.pattern_needs_key_group': 'Der Ausdruck braucht eine Gruppe für den Schlüssel, etwa {example}.',
  'asset.pattern_not_readable': 'Das ist kein regulärer Ausdruck. Berichtigen Sie ihn.',
  'asset.unreadable': 'Die Datei lässt sich nicht lesen.',
  'asset.too_large': 'Die Datei ist größer als 64 MiB.',
  'asset.empty': 'Die Datei ist leer.',
  'asset.unknown_kind': 'Das ist weder ein Bild noch ein Video noch ein PDF.',
  'asset.too_many_frames': 'Das Bild hat mehr als 500 Einzelbilder.',
  'asset.too_many_pixels': 'Das Bild hat mehr als 100 Millionen Pixel.',
  'asset.damaged': 'Das Bild ist beschädigt: Es lässt sich nicht ganz anzeigen.',
  'asset.other_kind': 'Das Attribut nimmt keine Dateien dieser Art.',
  'asset.has_pictures': 'Das Produkt hat hier schon ein Bild.',
  'asset.too_small': 'Das Bild ist kleiner als verlangt: {width} × {height} Pixel.',
  'asset.same_as': 'Dieselbe Datei wie {name} in Zeile {row}.',
  'asset.takes_one': 'Das Attribut nimmt ein Bild je Produkt, und Zeile {row} ist das erste.',
  'asset.no_image_of_name': 'Kein Bild hat diesen Dateinamen. Lassen Sie es anlegen.',
  'asset.changed_meanwhile':
    'Der Name bezeichnet inzwischen ein anderes Produkt oder keines. Ordnen Sie die Dateien neu zu.',
  'asset.file_changed': 'Die Datei hat sich seit der Zuordnung geändert. Ordnen Sie sie neu zu.',
  'asset.not_a_match': 'Der Job ist keine Zuordnung von Dateien.',
  'asset.match_runs': 'Die Zuordnung ist noch nicht fertig. Wenden Sie sie an, sobald sie abgeschlossen ist.',
  'asset.applied_before':
    'Die Zuordnung wurde schon angewendet. Ordnen Sie die Dateien neu zu, um es noch einmal zu tun.',
  'asset.plan_gone':
    'Der Plan der Zuordnung wurde sieben Tage lang aufbewahrt. Ordnen Sie die Dateien neu zu.',
  'asset.all_changed':
    'Jede Zeile bezeichnet ein anderes Produkt als bei der Zuordnung oder keines. Ordnen Sie die Dateien neu zu.',
  'asset.no_such_row': 'Der Plan hat keine Zeile mit dieser Nummer.',
  'asset.row_not_fit':
    'Diese Zeile hat kein Produkt, oder ihre Datei ist nicht zu gebrauchen. Geben Sie ihr ein Produkt, oder lassen Sie sie weg.',
  'asset.folder_of_owner':
    'Nur der Eigentümer dieses Computers darf einen Ordner nennen. Senden Sie die Dateien als Teile eines Formulars, oder speichern Sie sie zuerst.',
  'asset.name_attribute':
    'Es gibt kein Attribut, in dem diese Regel von selbst sucht. Nennen Sie eines mit seinem Schlüssel.',
  'asset.too_many_exported':
    'Das sind mehr als {count, number} Bilder, so viele fasst kein Archiv. Wählen Sie weniger aus.',
  'export.pictures_apart':
    'Bilder neben einer Tabelle sind ein eigener Export. Senden Sie POST /asset-exports mit demselben Typ, mit Rezept und Muster dort.',
  'rendition.none': 'Die Fassung',
  'rendition.none_remedy':
    'Aus dieser Datei lässt sich kein Bild machen. Ihre Angaben sagen, was sie ist und ob sie beschädigt ist.',
  'rendition.too_many_waiting':
    'Zu viele Bilder werden gerade berechnet. Senden Sie die Anfrage gleich noch einmal.',
  'recipe.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Rezepte. Löschen Sie eines, das nichts verwendet.',
  'value.no_edit_steps':
    'Das sind keine Bearbeitungsschritte: eine Liste aus rotate, flip, crop, straighten, focal_point und white_background, jeder mit seinen eigenen Angaben und nichts sonst. Berichtigen Sie die Liste.',
  'library.of_id': 'Die verknüpfte Bibliothek {id}',
  'library.not_known':
    'Der Arbeitsbereich verknüpft keine Bibliothek mit dieser Kennung. Verknüpfen Sie zuerst den Ordner, oder schreiben Sie den Wert so, wie ihn eine Bibliothek nennt.',
  'library.path_not_below':
    'Eine verknüpfte Datei heißt linked/<Bibliothek>/<Pfad>, mit der Kennung der Bibliothek und einem Pfad unterhalb ihres Ordners.',
  'library.in_use':
    'Werte nennen Dateien dieser Bibliothek. Ersetzen Sie diese zuerst, oder schalten Sie die Bibliothek aus.',
  'library.too_many_files':
    'Der Ordner enthält mehr als {count, number} Dateien. Verknüpfen Sie die Ordner darin einzeln.',
  'library.away':
    'Der Ordner der Bibliothek ist nicht da. Schließen Sie sein Laufwerk an, oder geben Sie den Pfad des Ordners an.',
  'library.not_apart': 'Wählen Sie einen Ordner außerhalb der Daten von Vitrine.',
  'library.read_refused': 'Der Ordner ist nicht lesbar. Ändern Sie seine Zugriffsrechte.',
  'library.folder_unknown':
    'Wo diese Bibliothek auf diesem Computer liegt, ist nicht bekannt. Geben Sie den Pfad ihres Ordners an.',
}
