import type { Webhook } from '#shared/schemas/webhooks.ts'
import { typeTexts } from '../state/entity-types.ts'
import { deedTexts } from '../state/event-texts.ts'
import { t } from '../ui/text.ts'

/** Says in a few words what a webhook sends, such as “Changed · Products · price”. */
export function describeWebhook({ events, types, attributes }: Webhook): string {
  const kinds = events === '*' ? t('All changes') : events.map((kind) => deedTexts()[kind]).join(', ')
  const parts = [kinds, types?.map((type) => typeTexts()[type].plural).join(', '), attributes?.join(', ')]
  return parts.filter((part) => part !== undefined && part !== '').join(' · ')
}
