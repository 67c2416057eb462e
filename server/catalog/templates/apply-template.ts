/** A template: attributes, a tree of categories, classes, rules and views of one trade, made as one edit. */
import type { AttributeCreate, DataType } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  commonAttributes,
  inLanguage,
  type NewFromTemplate,
  type Template,
  type TemplateAttribute,
  type TemplateLanguage,
  templateKeys,
  templateLanguages,
  templates,
} from '#shared/templates.ts'
import { semanticTypes, type UsualDefinition } from '#shared/semantic-type-table.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { putMade } from '../../store/tables/edits.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer, parseAnswer } from '../answer.ts'
import { createAttributeClass } from '../attribute-classes/attribute-classes.ts'
import { createAttribute } from '../attributes/define-attribute.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { createEntity } from '../entities/create-entity.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { createQualityRule } from '../quality/write-rules.ts'
import { createView } from '../views/views.ts'

interface ApplyTemplate {
  readonly body: Partial<NewFromTemplate>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Makes what a template has: 201 with the id of the edit. An attribute whose key is taken is left as it is. */
export function applyTemplate(tx: WritableDb, { body, faults: structural, context }: ApplyTemplate): Answer {
  const faults = new Faults(structural)
  const key = requireOneOf(templateKeys, 'template', body.template, faults)
  const language = requireOneOf(templateLanguages, 'language', body.language ?? 'en', faults)
  const template: Template = templates[faults.settled(key)]
  const editId = nextIdentity(tx).uuid
  const maker = new Maker(tx, template, faults.settled(language), { ...context, edit_id: editId })
  const attributes = maker.defineAttributes()
  const categories = maker.createCategories()
  const classes = maker.createClasses(categories.byRoot)
  const made = { classes, rules: maker.createRules(), views: maker.createViews() }
  putMade(tx, editId, made)
  return dataAnswer(
    201,
    JSON.stringify({
      edit_id: editId,
      attributes,
      categories: categories.count,
      classes: made.classes.length,
      rules: made.rules.length,
      views: made.views.length,
    }),
  )
}

class Maker {
  readonly #tx: WritableDb
  readonly #template: Template
  readonly #language: TemplateLanguage
  readonly #context: WriteContext

  constructor(tx: WritableDb, template: Template, language: TemplateLanguage, context: WriteContext) {
    this.#tx = tx
    this.#template = template
    this.#language = language
    this.#context = context
  }

  defineAttributes(): number {
    const names = { en: 'Name', de: 'Name' }[this.#language]
    const text = 'single_line_text_field'
    const definitions: AttributeCreate[] = [
      { entity_type: 'vendor', key: 'vendor_name', name: names, data_type: text, is_primary: true },
      { entity_type: 'category', key: 'category_name', name: names, data_type: text, is_primary: true },
      ...[...commonAttributes, ...this.#template.attributes].map((one) => toDefinition(one, this.#language)),
    ]
    const missing = definitions.filter(
      ({ entity_type: type, key = '' }) =>
        (type === 'product' || type === 'vendor' || type === 'category') &&
        !attributesOf(this.#tx, type).byKey.has(key),
    )
    for (const body of missing) createAttribute(this.#tx, { body, faults: [], context: this.#context })
    return missing.length
  }

  createCategories(): { readonly byRoot: readonly string[]; readonly count: number } {
    let count = 0
    const create = (name: string, parent?: string): string => {
      count += 1
      const body = { attributes: { category_name: name }, ...(parent !== undefined && { parent_id: parent }) }
      const answer = createEntity(this.#tx, { type: 'category', body, faults: [], context: this.#context })
      return parseAnswer<{ data: EntityResource }>(answer).data.id
    }
    const byRoot = this.#template.categories.map(({ name, below }) => {
      const root = create(this.#say(name))
      for (const each of below) create(this.#say(each), root)
      return root
    })
    return { byRoot, count }
  }

  createClasses(roots: readonly string[]): string[] {
    return this.#template.categories.map(({ name, required, recommended, axes }, index) =>
      this.#idOf(
        createAttributeClass(this.#tx, {
          body: {
            name: this.#say(name),
            entity_type: 'product',
            category_ids: roots.slice(index, index + 1),
            attributes: [
              ...required.map((key) => ({ key, requirement: 'required' as const })),
              ...recommended.map((key) => ({ key, requirement: 'recommended' as const })),
            ],
            ...(axes && { axes: [...axes] }),
          },
          faults: [],
        }),
      ),
    )
  }

  createRules(): string[] {
    return this.#template.wanted.map((key) => {
      const name = attributesOf(this.#tx, 'product').byKey.get(key)?.name ?? key
      const says = { en: `${name} is filled`, de: `${name} ist ausgefüllt` }[this.#language]
      const check = { kind: 'required', attributes: [key] }
      return this.#idOf(
        createQualityRule(this.#tx, { body: { name: says, entity_type: 'product', check }, faults: [] }),
      )
    })
  }

  createViews(): string[] {
    const texts = {
      en: { noPicture: 'Without a picture', drafts: 'Drafts', draft: 'Draft' },
      de: { noPicture: 'Ohne Bild', drafts: 'Entwürfe', draft: 'Entwurf' },
    }[this.#language]
    const columns = ['name', 'sku', 'picture', 'category', 'brand', 'price', 'stock', 'status']
    const visible = { entity_type: 'product', visible_columns: columns }
    const views = [
      {
        name: texts.noPicture,
        filters: [{ attribute: 'picture', operator: 'exists' as const, value: 'false' }],
      },
      {
        name: texts.drafts,
        filters: [{ attribute: 'status', operator: 'eq' as const, value: texts.draft }],
      },
    ]
    return views.map((view) =>
      this.#idOf(createView(this.#tx, { body: { ...visible, ...view }, faults: [] })),
    )
  }

  #say(text: Template['categories'][number]['name']): string {
    return inLanguage(text, this.#language)
  }

  #idOf(answer: Answer): string {
    return parseAnswer<{ data: { id: string } }>(answer).data.id
  }
}

const ownTypes: Readonly<Record<NonNullable<TemplateAttribute['as']>, DataType>> = {
  line: 'single_line_text_field',
  lines: 'multi_line_text_field',
  number: 'number',
  flag: 'boolean',
  choice: 'single_select_list',
  choices: 'multi_select_list',
}

function toDefinition(attribute: TemplateAttribute, language: TemplateLanguage): AttributeCreate {
  const { key, name, means, as = 'line', options } = attribute
  const usual: UsualDefinition = means ? semanticTypes[means].usual : { dataType: ownTypes[as] }
  const constraints = constraintsOf(attribute, usual)
  return {
    entity_type: 'product',
    key,
    name: inLanguage(name, language),
    data_type: usual.dataType,
    ...(means && { semantic_type: means }),
    ...(means === 'name' && { is_primary: true }),
    ...(usual.target && { reference: { type: usual.target } }),
    ...(options && { acceptable_values: options.map((option) => inLanguage(option, language)).join(', ') }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  }
}

function constraintsOf(
  { means, unit }: TemplateAttribute,
  usual: UsualDefinition,
): NonNullable<AttributeCreate['constraints']> {
  return {
    ...(usual.kind === 'money' && { kind: 'money', currency: 'EUR', min: 0, decimals: 2 }),
    ...(usual.kind === 'measure' && {
      kind: 'measure',
      ...(usual.unit !== undefined && { unit: usual.unit }),
      min: 0,
    }),
    ...(usual.kind === 'gtin' && { kind: 'gtin' }),
    ...(means === 'sku' && { unique: true }),
    ...(unit !== undefined && { unit, min: 0 }),
  }
}
