import type { automation as english } from '../en/automation.ts'

export const automation: Readonly<Record<keyof typeof english, string>> = {
  'schedule.not_five_fields':
    'Ein Zeitplan hat fünf Felder: Minute, Stunde, Tag des Monats, Monat, Wochentag. Für jeden Tag um 6 Uhr: 0 6 * * *.',
  'schedule.never': 'Dieser Zeitpunkt kommt nie. Wählen Sie einen Tag, den es gibt.',
  'schedule.too_often':
    'Zwischen zwei Läufen lägen weniger als 5 Minuten: {times}. Lassen Sie mindestens 5 Minuten dazwischen.',
  'schedule.unknown_time_zone': 'Diese Zeitzone gibt es nicht. Schreiben Sie sie wie Europe/Berlin.',
}
