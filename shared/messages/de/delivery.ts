import type { delivery as english } from '../en/delivery.ts'

export const delivery: Readonly<Record<keyof typeof english, string>> = {
  'webhook.owner_allows_network':
    'Adressen dieses Netzes erlaubt nur, wem der Arbeitsbereich gehört. Lassen Sie die Angabe weg; die Adresse wird dann dort freigegeben.',
  'webhook.address_with_name':
    'In der Adresse stehen ein Name oder ein Kennwort. Lassen Sie beide weg: Jede Anfrage ist stattdessen signiert.',
  'webhook.too_many':
    'Ein Arbeitsbereich hat höchstens {count, number} Webhooks. Löschen Sie einen, den niemand braucht.',
  'webhook.owner_turns_on':
    'Einschalten kann einen Webhook nur, wem der Arbeitsbereich gehört. Bitten Sie darum, das in der App zu tun.',
  'webhook.pending':
    'Die Adresse des Webhooks ist noch nicht freigegeben. Geben Sie sie in der App oder mit vitrine approve frei.',
  'webhook.not_pending': 'Der Webhook wartet auf keine Freigabe. Sehen Sie nach, ob er aktiv ist.',
  'webhook.maker_gone':
    'Wer den Webhook angelegt hat, ist nicht mehr da oder darf Änderungen nicht mehr lesen. Legen Sie einen neuen an.',
  'webhook.not_wanted':
    'Der Empfänger will nichts mehr bekommen (410). Schalten Sie den Webhook wieder ein, wenn sich das ändert.',
  'webhook.given_up':
    'Der Empfänger hat in {count, number} Versuchen nichts angenommen, zuletzt: {reason}. Schalten Sie den Webhook wieder ein, wenn er antwortet.',
  'webhook.not_taken': 'Die letzte Zustellung wurde nicht angenommen: {reason}. Sie wird wiederholt.',
}
