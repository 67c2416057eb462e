import { filledBy, type MappedField } from '../channels/channels.ts'
import type { ConditionPart, TemplateCondition } from '../channels/templates/template.ts'
import { type ChannelContext, getField, take } from './channel-layout.ts'
import {
  type ChannelProduct,
  type LeftOut,
  type Problem,
  valueOf,
  type ProductGroup,
} from './channel-product.ts'
import { message, type Message } from '#shared/messages/message.ts'
import type { NotSent } from '#shared/exports.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'

function keysOf(db: ReadableDb, field: MappedField): readonly string[] {
  const { attribute, formula } = field
  if (formula === undefined || !attribute) return [filledBy(field) ?? []].flat()
  const { base } = getValuePlan(db, attribute)
  return base.kind === 'formula' ? base.formula.keys : []
}

/**
 * Counts the values that are missing from the file of a channel, so that the shop is not the first to show
 * it.
 */
export class UnsentValues {
  readonly #context: ChannelContext
  readonly #products = new Map<string, number>()

  constructor(context: ChannelContext) {
    this.#context = context
  }

  note({ root, items }: ProductGroup): void {
    const members = new Set(items.flatMap(({ texts }) => [...texts.keys()]))
    for (const item of items) for (const key of item.texts.keys()) this.#count(key)
    for (const key of root.texts.keys()) if (!members.has(key)) this.#count(key)
  }

  list(db: ReadableDb): NotSent[] {
    const { fields, sentBeside } = this.#context
    const sent = new Set([...fields.flatMap((field) => keysOf(db, field)), ...sentBeside])
    return attributesOf(db, 'product').list.flatMap(({ key, name }) => {
      const products = this.#products.get(key) ?? 0
      return products === 0 || sent.has(key) ? [] : [{ attribute: key, name, products }]
    })
  }

  #count(key: string): void {
    this.#products.set(key, (this.#products.get(key) ?? 0) + 1)
  }
}

const missing = message('listing.field_required')

/**
 * Decides whether an item goes to the channel. Every required field needs a valid value, as does every
 * condition that can be met.
 */
export function checkItem(
  product: ChannelProduct,
  context: ChannelContext,
  isChecked: (target: string) => boolean = () => true,
): LeftOut[] {
  const problems = product.problems.filter(
    ({ field, isPart }) => isChecked(field.target) && (isPart || !product.values.has(field.target)),
  )
  const lost = problems.filter(({ isPart }) => !isPart)
  const reported = new Set(lost.map(({ field }) => field.target))
  const lacking = context.fields.filter(
    ({ target, requirement }) =>
      requirement === 'required' && isChecked(target) && !product.values.has(target) && !reported.has(target),
  )
  const asked = context.channel.template.conditions.filter((condition) =>
    listTargets(condition).some(isChecked),
  )
  const unmet = asked.filter((condition) => !isMet(condition, product))
  const explained = unmet.filter((condition) => isMet(condition, product, reported))
  const needed = new Set(explained.flatMap(listTargets))
  const isNeeded = ({ target, requirement }: MappedField): boolean =>
    requirement === 'required' || needed.has(target)
  return [
    ...lacking.map((field) => toLeftOut(product, { field, issue: missing, value: '', isPart: false }, true)),
    ...unmet
      .filter((condition) => !explained.includes(condition))
      .map((condition) => toLeftOut(product, toUnmet(condition, context), true)),
    ...problems.map((problem) => toLeftOut(product, problem, !problem.isPart && isNeeded(problem.field))),
  ]
}

function isMet({ anyOf }: TemplateCondition, product: ChannelProduct, reported = new Set<string>()): boolean {
  const holds = ({ target, values }: ConditionPart): boolean =>
    reported.has(target) ||
    (product.values.has(target) && (values?.includes(valueOf(product, target)) ?? true))
  return anyOf.some((parts) => parts.every(holds))
}

function listTargets({ anyOf }: TemplateCondition): string[] {
  return anyOf.flat().map(({ target }) => target)
}

function toUnmet(condition: TemplateCondition, context: ChannelContext): Problem {
  const [target = ''] = listTargets(condition)
  return {
    field: getField(context, target),
    issue: message('listing.needs_one_of', { what: condition.name }),
    value: '',
    isPart: false,
  }
}

function toLeftOut({ id, label }: ChannelProduct, problem: Problem, isProduct: boolean): LeftOut {
  const { field, issue, value, reason } = problem
  const remedy = problem.remedy ?? remedyOfFormula(field)
  return {
    ...(remedy !== undefined && { remedy }),
    ...(reason !== undefined && { reason }),
    id,
    label,
    target: field.target,
    attribute: filledBy(field),
    issue,
    value: value.slice(0, 2000),
    isProduct,
  }
}

function remedyOfFormula({ formula }: MappedField): Message | undefined {
  return formula === undefined ? undefined : message('listing.correct_formula')
}

export interface AcceptedItems {
  readonly items: readonly ChannelProduct[]
  readonly leftOut: readonly LeftOut[]
}

const twice = message('listing.identifier_repeated')

/**
 * Keeps the items that the channel takes. `id` is the field that must be unique; `isChecked` says which
 * fields count.
 */
export function acceptItems(
  items: readonly ChannelProduct[],
  context: ChannelContext,
  id: string,
  isChecked: (target: string) => boolean = () => true,
): AcceptedItems {
  const accepted: ChannelProduct[] = []
  const leftOut: LeftOut[] = []
  for (const item of items) {
    const found = checkItem(item, context, isChecked)
    const value = valueOf(item, id)
    if (found.some(({ isProduct }) => isProduct)) leftOut.push(...found.filter(({ isProduct }) => isProduct))
    else if (value !== '' && !take(context, id, value)) leftOut.push(duplicate(item, context, id, value))
    else {
      accepted.push(item)
      leftOut.push(...found)
    }
  }
  return { items: accepted, leftOut }
}

function duplicate(item: ChannelProduct, context: ChannelContext, target: string, value: string): LeftOut {
  const attribute = filledBy(getField(context, target))
  return { id: item.id, label: item.label, target, attribute, issue: twice, value, isProduct: true }
}
