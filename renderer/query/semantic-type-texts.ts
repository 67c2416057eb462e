import type { SemanticType } from '#shared/semantic-types.ts'
import { keysOf } from '#shared/text.ts'
import type { SelectOption } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'

const identityTexts = () => ({
  name: t('Name'),
  sku: t('SKU'),
  gtin: t('GTIN'),
  mpn: t('Manufacturer part number'),
  handle: t('URL handle'),
  brand: t('Brand'),
  vendor: t('Vendor'),
  manufacturer: t('Manufacturer'),
  category: t('Category'),
  category_path: t('Category path'),
  product_type: t('Product type'),
  price: t('Price'),
  sale_price: t('Sale price'),
  msrp: t('Recommended retail price'),
  cost: t('Purchase price'),
  currency: t('Currency'),
  tax_rate: t('Tax rate'),
  stock: t('Stock'),
  availability: t('Availability'),
  weight: t('Weight'),
})

const measureTexts = () => ({
  width: t('Width'),
  height: t('Height'),
  depth: t('Depth'),
  length: t('Length'),
  net_content: t('Net content'),
  package_quantity: t('Pack size'),
  min_order_quantity: t('Minimum order quantity'),
  unit: t('Sales unit'),
  image: t('Image'),
  gallery: t('More images'),
  image_alt: t('Alt text'),
  video: t('Video'),
  document: t('Document'),
  description: t('Description'),
  short_description: t('Short description'),
  bullet_points: t('Bullet points'),
  questions_and_answers: t('Questions and answers'),
  meta_title: t('Search title'),
  meta_description: t('Search description'),
  tags: t('Tags'),
})

const featureTexts = () => ({
  color: t('Color'),
  size: t('Size'),
  material: t('Material'),
  pattern: t('Pattern'),
  gender: t('Gender'),
  age_group: t('Age group'),
  condition: t('Condition'),
  country_of_origin: t('Country of origin'),
  hs_code: t('Customs tariff number'),
  energy_class: t('Energy class'),
  ingredients: t('Ingredients'),
  allergens: t('Allergens'),
  care_instructions: t('Care instructions'),
  warranty: t('Warranty'),
  delivery_time: t('Delivery time'),
  url: t('Web address'),
  status: t('Status'),
  published: t('Published'),
  launch_date: t('Launch date'),
  parent: t('Product of the variant'),
})

const allTexts = cachedByLanguage((): Readonly<Record<SemanticType, string>> => ({
  ...identityTexts(),
  ...measureTexts(),
  ...featureTexts(),
}))

/** The name of a meaning in the language of the app. */
export function semanticTypeText(type: SemanticType): string {
  return allTexts()[type]
}

/** The meanings to choose from, by name; the first stands for none. */
export function semanticTypeOptions(): SelectOption<SemanticType | ''>[] {
  const named = keysOf(allTexts()).map((value) => ({ value, label: semanticTypeText(value) }))
  return [{ value: '', label: t('None') }, ...named.sort((a, b) => a.label.localeCompare(b.label))]
}
