import { type FilterField, newClause } from '../filters/filter-fields.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { t } from '../ui/text.ts'
import { type AutomationDraft, newAction, newAutomation } from './automation-draft.ts'

/** A draft to begin with, whose condition may be left to be filled in. */
export interface AutomationExample {
  readonly id: string
  readonly sentence: string
  readonly draft: AutomationDraft
  readonly begun: FilterClause | undefined
}

/** The examples that products with these attributes can begin with, the primary one first. */
export function examplesFor(fields: readonly FilterField[]): AutomationExample[] {
  const price = fields.find(({ key, dataType }) => key === 'price' && dataType === 'number')
  const status = fields.find(({ key, options }) => key === 'status' && options.length > 0)
  const category = fields.find(({ referenceType }) => referenceType === 'category')
  if (!price || !status) return []
  const review = status.options.find((option) => /review|prüf/i.test(option)) ?? status.options[0] ?? ''
  const actions = [
    { ...newAction('set', 1), attribute: status.key, value: review },
    { ...newAction('notify', 2), text: t('Look at {example}', { example: `{{${fields[0]?.key}}}` }) },
  ]
  const draft: AutomationDraft = { ...newAutomation('product'), attributes: [price.key], actions }
  const names = { price: price.name, status: status.name, review }
  return [
    {
      id: 'price',
      sentence: t('When {price} changes, set {status} to “{review}” and tell the team', names),
      draft,
      begun: undefined,
    },
    ...(category ? [ofCategory(draft, category, names)] : []),
  ]
}

function ofCategory(
  draft: AutomationDraft,
  category: FilterField,
  names: { readonly price: string; readonly status: string; readonly review: string },
): AutomationExample {
  return {
    id: 'category',
    sentence: t('When {price} changes in a category, set {status} to “{review}” and tell the team', names),
    draft,
    begun: newClause(category),
  }
}
