import type { automation as english } from '../en/automation.ts'

export const automation: Readonly<Record<keyof typeof english, string>> = {
  'schedule.not_five_fields':
    'Ein Zeitplan hat fünf Felder: Minute, Stunde, Tag des Monats, Monat, Wochentag. Für jeden Tag um 6 Uhr: 0 6 * * *.',
  'schedule.never': 'Dieser Zeitpunkt kommt nie. Wählen Sie einen Tag, den es gibt.',
  'schedule.too_often':
    'Zwischen zwei Läufen lägen weniger als 5 Minuten: {times}. Lassen Sie mindestens 5 Minuten dazwischen.',
  'schedule.unknown_time_zone': 'Diese Zeitzone gibt es nicht. Schreiben Sie sie wie Europe/Berlin.',
  'automation.action_form':
    'Die Aktion {kind} hat eine andere Form. Schlagen Sie sie in der Dokumentation nach, und senden Sie genau eine Angabe.',
  'automation.no_category_attribute':
    'Kein Attribut dieses Typs führt zu Kategorien. Legen Sie eines an, oder lassen Sie die Aktion weg.',
  'automation.unknown_category': 'Diese Kategorie gibt es nicht. Wählen Sie eine, die es gibt.',
  'automation.unknown_feed': 'Diesen Feed gibt es nicht. Wählen Sie einen, den es gibt.',
  'automation.unknown_sync': 'Diesen Shop gibt es nicht. Lassen Sie die Aktion weg.',
  'automation.unknown_person':
    'Diese Person gehört nicht zum Arbeitsbereich. Nennen Sie Personen des Teams mit ihrer ID oder den Eigentümer.',
  'automation.unknown_webhook': 'Diesen Webhook gibt es nicht. Wählen Sie einen, den es gibt.',
  'automation.worklist_without_team': 'Arbeitslisten hat nur ein Team. Lassen Sie die Aktion weg.',
  'automation.generation_mode': 'Diese Art gibt es nicht. Senden Sie eine von {modes}.',
  'automation.not_generated':
    'Das Attribut {key} hat keinen Prompt, also wird dafür nichts erzeugt. Schreiben Sie einen, oder lassen Sie das Attribut weg.',
  'automation.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Automatiken. Löschen Sie eine, die niemand braucht.',
  'automation.owner_unbinds':
    'Große Läufe lässt nur von allein gehen, wem der Arbeitsbereich gehört. Lassen Sie die Angabe weg; große Läufe warten dann.',
  'automation.is_off': 'Die Automatik ist aus. Schalten Sie sie ein, oder lassen Sie sie einmal laufen.',
  'automation.is_running': 'Die Automatik läuft schon, oder ein Lauf von ihr wartet auf eine Person.',
  'automation.is_gone': 'Die Automatik wurde inzwischen gelöscht.',
  'automation.actor_gone':
    'Wer die Automatik eingeschaltet hat, gehört nicht mehr zum Arbeitsbereich: {scopes} fehlt. Schalten Sie sie neu ein.',
  'automation.lacks_scope':
    'Wer die Automatik eingeschaltet hat, darf das nicht mehr: {scopes} fehlt. Geben Sie das Recht zurück, oder schalten Sie sie als jemand anderes ein.',
  'automation.too_many_entities':
    'Es wären mehr als {count, number} Einträge auf einmal zu bearbeiten. Grenzen Sie den Filter ein.',
  'automation.loop':
    '{name} und {other} haben einander {count, number}-mal geantwortet. Ändern Sie eine von beiden so, dass es endet.',
  'automation.failed_often': '{count, number} Läufe nacheinander sind fehlgeschlagen; zuletzt: {reason}.',
  'automation.turned_off': '{name} wurde ausgeschaltet. {reason}',
  'automation.came_elsewhere':
    'Sie kam mit einer Datei von anderswo. Sehen Sie sie an, und schalten Sie sie ein.',
  'automation.generation_failed': 'Die Erzeugung ging nicht gut aus.',
  'automation.check_failed': 'Die Qualitätsprüfung ging nicht gut aus.',
  'automation.webhook_off': 'Der Webhook ist aus. Schalten Sie ihn ein, oder nehmen Sie die Aktion heraus.',
  'automation.webhook_not_taken': 'Der Webhook wurde nicht angenommen: {reason}.',
  'automation.no_provider': 'Kein Provider kann das erzeugen. Richten Sie einen in den Einstellungen ein.',
  'automation.needs_budget': 'Das Erzeugen kostet hier etwas. Geben Sie der Automatik ein Budget.',
  'automation.day_is_spent':
    'Was heute von allein für das Erzeugen ausgegeben werden darf, ist ausgegeben. Eingestellt wird es auf der Seite der Provider.',
  'automation.waits_for_job': 'Es wartet auf einen anderen Vorgang.',
}
