import type { DataType } from './attributes.ts'
import type { EntityType } from './entities.ts'
import type { Kind } from './kinds.ts'

/** The definition that an attribute of a semantic type usually has. */
export interface UsualDefinition {
  readonly dataType: DataType
  readonly kind?: Kind
  readonly unit?: string
  readonly target?: EntityType
}

/** A semantic type under the names of other vocabularies; null where a vocabulary has no such name. */
export interface SemanticTypeTraits {
  readonly schemaOrg: string | null
  readonly gs1: string | null
  readonly google: string | null
  readonly usual: UsualDefinition
}

const line: UsualDefinition = { dataType: 'single_line_text_field' }
const lines: UsualDefinition = { dataType: 'multi_line_text_field' }
const choice: UsualDefinition = { dataType: 'single_select_list' }
const choices: UsualDefinition = { dataType: 'multi_select_list' }
const number: UsualDefinition = { dataType: 'number' }
const money: UsualDefinition = { dataType: 'number', kind: 'money' }
const length: UsualDefinition = { dataType: 'number', kind: 'measure', unit: 'cm' }
const mass: UsualDefinition = { dataType: 'number', kind: 'measure', unit: 'kg' }
const flag: UsualDefinition = { dataType: 'boolean' }
const date: UsualDefinition = { dataType: 'date' }
const link: UsualDefinition = { dataType: 'url' }
const maker: UsualDefinition = { dataType: 'entity_reference', target: 'vendor' }
const category: UsualDefinition = { dataType: 'entity_reference', target: 'category' }
const pictures: UsualDefinition = { dataType: 'entity_list_reference', target: 'image' }

type Names = readonly [schemaOrg: string | null, gs1: string | null, google: string | null]

function type([schemaOrg, gs1, google]: Names, usual: UsualDefinition): SemanticTypeTraits {
  return { schemaOrg, gs1, google, usual }
}

/**
 * Meanings that an attribute can have, with their names in schema.org, the GS1 Web Vocabulary and Google's
 * product data (work-surfaces.1.1).
 */
export const semanticTypes = {
  name: type(['name', 'productName', 'title'], line),
  sku: type(['sku', 'additionalProductIdentification', 'id'], line),
  gtin: type(['gtin', 'gtin', 'gtin'], { dataType: 'single_line_text_field', kind: 'gtin' }),
  mpn: type(['mpn', 'manufacturerPartNumber', 'mpn'], line),
  handle: type(['identifier', null, null], line),
  brand: type(['brand', 'brand', 'brand'], maker),
  vendor: type(['seller', null, 'brand'], maker),
  manufacturer: type(['manufacturer', 'manufacturer', null], maker),
  category: type(['category', 'gpcCategoryCode', 'google_product_category'], category),
  category_path: type(['category', 'gpcCategoryDescription', 'product_type'], category),
  product_type: type(['additionalType', 'functionalName', 'product_type'], line),
  price: type(['price', null, 'price'], money),
  sale_price: type(['price', null, 'sale_price'], money),
  msrp: type(['MSRP', null, 'maximum_retail_price'], money),
  cost: type(['InvoicePrice', null, 'cost_of_goods_sold'], money),
  currency: type(['priceCurrency', null, null], line),
  tax_rate: type([null, null, null], number),
  stock: type(['inventoryLevel', null, null], number),
  availability: type(['availability', null, 'availability'], choice),
  weight: type(['weight', 'grossWeight', 'product_weight'], mass),
  width: type(['width', 'inPackageWidth', 'product_width'], length),
  height: type(['height', 'inPackageHeight', 'product_height'], length),
  depth: type(['depth', 'inPackageDepth', 'product_length'], length),
  length: type(['depth', 'inPackageDepth', 'product_length'], length),
  net_content: type(['size', 'netContent', 'unit_pricing_measure'], line),
  package_quantity: type(['eligibleQuantity', null, null], number),
  min_order_quantity: type(['eligibleQuantity', null, null], number),
  unit: type(['unitText', 'unitCode', null], line),
  image: type(['image', 'image', 'image_link'], { dataType: 'image' }),
  gallery: type(['image', 'referencedFile', 'additional_image_link'], pictures),
  image_alt: type(['caption', null, null], line),
  video: type(['video', 'referencedFile', 'video_link'], { dataType: 'video' }),
  document: type(['subjectOf', 'referencedFile', 'document_link'], {
    dataType: 'single_line_text_field',
    kind: 'file',
  }),
  description: type(['description', 'productDescription', 'description'], { dataType: 'rich_text_field' }),
  short_description: type(['disambiguatingDescription', 'descriptionShort', null], lines),
  bullet_points: type(['positiveNotes', 'productFeatureBenefit', 'product_highlight'], lines),
  questions_and_answers: type(['FAQPage', null, 'question_and_answer'], { dataType: 'json' }),
  meta_title: type(['headline', null, null], line),
  meta_description: type(['abstract', null, null], lines),
  tags: type(['keywords', null, null], choices),
  color: type(['color', 'colourDescription', 'color'], choice),
  size: type(['size', 'size', 'size'], choice),
  material: type(['material', 'material', 'material'], choice),
  pattern: type(['pattern', 'pattern', 'pattern'], choice),
  gender: type(['suggestedGender', 'targetConsumerGender', 'gender'], choice),
  age_group: type(['suggestedAge', 'targetConsumerAge', 'age_group'], choice),
  condition: type(['itemCondition', null, 'condition'], choice),
  country_of_origin: type(['countryOfOrigin', 'countryOfOrigin', null], choice),
  hs_code: type([null, 'importClassification', null], line),
  energy_class: type(
    ['hasEnergyEfficiencyCategory', 'energyEfficiencyClass', 'energy_efficiency_class'],
    choice,
  ),
  ingredients: type(['ingredients', 'ingredientStatement', null], lines),
  allergens: type([null, 'hasAllergen', null], choices),
  care_instructions: type(['usageInfo', 'consumerUsageInstructions', null], lines),
  warranty: type(['warranty', 'warrantyPromise', null], line),
  delivery_time: type(['deliveryLeadTime', null, 'max_handling_time'], line),
  url: type(['url', 'referencedFileURL', 'link'], link),
  status: type(['creativeWorkStatus', 'lifeCycleStatus', null], { dataType: 'status' }),
  published: type([null, null, null], flag),
  launch_date: type(['releaseDate', 'consumerFirstAvailabilityDateTime', 'availability_date'], date),
  parent: type(['isVariantOf', 'isVariantOf', 'item_group_id'], line),
} as const satisfies Record<string, SemanticTypeTraits>
