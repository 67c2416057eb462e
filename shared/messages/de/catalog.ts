import type { catalog as english } from '../en/catalog.ts'

export const catalog: Readonly<Record<keyof typeof english, string>> = {
  'not_found.what': '{what} wurde in diesem Arbeitsbereich nicht gefunden.',
  'not_found.what_and_remedy': '{what} wurde in diesem Arbeitsbereich nicht gefunden. {remedy}',
  'not_found.job': 'Der Vorgang',
  'not_found.rule': 'Die Regel',
  'not_found.edit': 'Die Bearbeitung',
  'not_found.view': 'Die Ansicht',
  'not_found.note': 'Die Notiz',
  'not_found.alias': 'Die andere Schreibweise',
  'not_found.comment': 'Der Kommentar',
  'not_found.automation': 'Die Automatik',
  'not_found.notice': 'Die Nachricht',
  'not_found.saved_action': 'Die gespeicherte Aktion',
  'not_found.recipe': 'Das Rezept',
  'not_found.attribute_class': 'Die Attributklasse',
  'not_found.attribute': 'Das Attribut {key}',
  'not_found.channel': 'Der Kanal {key}',
  'not_found.import_profile': 'Die Importeinstellung',
  'not_found.duplicate_group': 'Die Gruppe von Dubletten',
  'not_found.product': 'Das Produkt',
  'not_found.image': 'Das Bild',
  'not_found.vendor': 'Der Anbieter',
  'not_found.category': 'Die Kategorie',
  'not_found.source': 'Die Quelle',
  'not_found.find_by_value': 'Vielleicht wurde der Eintrag inzwischen gelöscht.',
  'not_found.list_jobs': 'Unter „Vorgänge“ stehen alle.',
  'not_found.list_rules': 'Die Seite der Regeln zeigt, welche es gibt.',
  'not_found.list_duplicates': 'Die Seite der Dubletten zeigt, welche es gibt.',
  'not_found.removed_for_good': 'Es wurde endgültig aus dem Papierkorb entfernt.',
  'name.control_characters':
    'Ein Name hat keine Zeilenumbrüche, Tabulatoren oder andere Steuerzeichen. Lassen Sie sie weg.',
  'name.taken': 'Etwas namens {name} gibt es schon. Wählen Sie einen anderen Namen.',
  'trash.went_with_other':
    'Der Eintrag kam mit einem anderen in den Papierkorb. Stellen Sie jenen wieder her, oder entfernen Sie ihn.',
  'trash.parent_in_trash': 'Der übergeordnete Eintrag liegt im Papierkorb. Stellen Sie auch ihn wieder her.',
  'entity.changed_meanwhile':
    'Der Eintrag wurde inzwischen geändert, daher wurde nichts geschrieben. Sehen Sie ihn sich an, und ändern Sie ihn noch einmal.',
  'reference.not_named':
    'Kein Eintrag hat {value} als {key}. Prüfen Sie die Schreibweise, oder legen Sie ihn zuerst an.',
  'reference.ambiguous': 'Mehrere Einträge haben {value} als {key}. Wählen Sie den, der gemeint ist.',
  'entity.delete_disabled': 'Löschen ist in der API ausgeschaltet. Löschen Sie in der App.',
  'filter.too_deep':
    'Gruppen stehen höchstens {count}-fach ineinander. Bringen Sie, was tiefer liegt, in die Gruppen darüber.',
  'filter.no_such_step':
    'Kein Verweis heißt wie in {key}. Vor dem Punkt steht ein Attribut, das auf andere Einträge verweist, oder parent.',
  'filter.no_such_end':
    'Worauf {step} verweist, das hat kein Attribut mit dem Schlüssel {key}. Hinter dem Punkt steht ein Schlüssel des anderen Typs.',
  'filter.reference_by_id':
    'Verweise werden über die ID verglichen. Um einen Wert des anderen Eintrags zu vergleichen, schreiben Sie ihn hinter einen Punkt wie in {name}.',
  'sort.no_order_at_end':
    'Was hinter dem Punkt steht, hat keine Reihenfolge. Sortieren Sie nach einem anderen Attribut.',
  'sort.no_groups_at_end':
    'Zeilen werden nach eigenen Attributen gruppiert. Sortieren Sie danach ohne Gruppen.',
  'list.too_slow': 'Das hat länger gedauert, als der Server erlaubt, und wurde abgebrochen. {remedy}',
  'list.ask_for_less': 'Fragen Sie weniger auf einmal ab.',
  'list.every_value_read':
    'Jeder Wert musste gelesen werden. Nach der ersten solchen Anfrage wird das beschleunigt: Versuchen Sie es in einer Minute noch einmal, oder fügen Sie eine Bedingung mit einem genauen Wert hinzu.',
  'list.add_condition': 'Fügen Sie eine Bedingung hinzu, die weniger Einträge übrig lässt.',
  'edit.formula_as_text': 'Eine Berechnung wird als {formula} gesendet, nicht als Text.',
  'edit.no_such_operation': 'Diese Berechnung gibt es nicht. Möglich sind: {operations}.',
  'value.number_too_large':
    'Eine Zahl über 9.007.199.254.740.992 kann nicht genau gespeichert werden. Nehmen Sie eine kleinere oder ein Textfeld.',
  'edit.still_writing':
    'Ein Vorgang schreibt diese Bearbeitung noch. Brechen Sie ihn ab, oder warten Sie, bis er fertig ist, und machen Sie sie dann rückgängig.',
  'edit.definitions_changed':
    'Die Attribute haben sich seitdem geändert, und die Bearbeitung passt nicht mehr dazu. Beginnen Sie sie neu.',
  'edit.too_many_values':
    'Das sind mehr als {count, number} Werte. Stellen Sie einen kürzeren Zeitraum auf einmal wieder her, oder machen Sie die ganze Bearbeitung oder den Import rückgängig.',
  'edit.step_of_other':
    '{name} hat diesen Schritt gemacht, und niemand sonst macht ihn rückgängig. Ändern Sie die Werte, oder holen Sie frühere unter „Änderungen“ zurück.',
  'edit.somebody_else': 'Jemand anderes',
  'comment.of_other': 'Einen Kommentar kann nur ändern, wer ihn geschrieben hat. Antworten Sie stattdessen.',
  'comment.too_many_replies':
    'Dieser Kommentar hat {count} Antworten, mehr sind nicht möglich. Beginnen Sie einen neuen.',
}
