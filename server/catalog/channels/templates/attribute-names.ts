import { makerOf, type SemanticType } from '#shared/semantic-types.ts'

export const names = {
  sku: ['sku', 'item_sku', 'seller_sku', 'article_number', 'product_id', 'product_code', 'item_number'],
  title: ['title', 'product_name', 'name', 'product_title', 'item_name'],
  description: [
    'description',
    'product_description',
    'long_description',
    'body_html',
    'body',
    'description_html',
  ],
  shortDescription: ['short_description', 'summary', 'excerpt', 'teaser'],
  brand: ['brand', 'brand_name', 'manufacturer', 'vendor'],
  vendor: ['vendor', 'brand', 'brand_name', 'manufacturer', 'supplier'],
  manufacturer: ['manufacturer', 'brand', 'brand_name', 'vendor'],
  gtin: ['gtin', 'ean', 'barcode', 'upc', 'gtin13', 'gtin14', 'ean13', 'isbn', 'jan'],
  mpn: ['mpn', 'manufacturer_part_number', 'part_number', 'model_number'],
  price: ['price', 'regular_price', 'standard_price', 'sales_price', 'retail_price', 'unit_price'],
  listPrice: ['compare_at_price', 'list_price', 'msrp', 'rrp'],
  salePrice: ['sale_price', 'special_price', 'discount_price'],
  cost: ['cost', 'cost_per_item', 'cost_price', 'purchase_price', 'cost_of_goods_sold'],
  quantity: ['quantity', 'stock', 'stock_quantity', 'inventory_quantity', 'inventory', 'qty'],
  link: ['link', 'product_page', 'product_url', 'page_url', 'url'],
  image: [
    'image_link',
    'main_image',
    'main_image_url',
    'image',
    'image_url',
    'image_src',
    'picture',
    'photo',
    'gallery_images',
    'images',
  ],
  gallery: [
    'gallery_images',
    'gallery',
    'images',
    'additional_images',
    'additional_image_link',
    'other_images',
  ],
  imageAlt: ['image_alt_text', 'alt_text'],
  category: ['category', 'categories', 'product_category', 'product_type', 'type'],
  productType: ['product_type', 'type', 'category', 'categories'],
  tags: ['tags', 'keywords', 'labels'],
  color: ['color', 'colour', 'color_name', 'colour_name'],
  size: ['size', 'size_name'],
  material: ['material', 'materials', 'material_type', 'composition'],
  flavor: ['flavor', 'flavour', 'flavor_name', 'flavour_name'],
  scent: ['scent', 'fragrance', 'scent_name'],
  gender: ['gender', 'target_gender', 'department'],
  weight: ['weight', 'product_weight', 'item_weight', 'net_weight', 'shipping_weight'],
  length: ['length', 'product_length', 'depth'],
  width: ['width', 'product_width'],
  height: ['height', 'product_height'],
  group: ['item_group_id', 'parent_sku', 'variant_group', 'group_id'],
  handle: ['handle', 'url_handle', 'slug', 'url_key'],
  seoTitle: ['seo_title', 'meta_title', 'page_title'],
  seoDescription: ['seo_description', 'meta_description'],
  published: ['published', 'active', 'is_active', 'enabled'],
  featured: ['featured', 'is_featured'],
} as const satisfies Record<string, readonly string[]>

/**
 * The fields that an attribute fills by its meaning, in any language; a type without an entry fills the
 * field of its own name.
 */
export const keysOfType: Partial<Record<SemanticType, readonly string[]>> = {
  name: ['title'],
  msrp: ['compare_at_price'],
  stock: ['quantity'],
  gallery: ['gallery_images', 'additional_image_link'],
  category: ['category', 'product_type'],
  category_path: ['category', 'product_type'],
  product_type: ['product_type', 'type'],
  vendor: ['vendor', 'brand', 'manufacturer'],
  brand: ['brand', 'vendor', 'manufacturer'],
  manufacturer: ['manufacturer', 'brand', 'vendor'],
  video: ['video_link'],
  bullet_points: ['product_highlight', 'highlights'],
  questions_and_answers: ['question_and_answer'],
  net_content: ['unit_pricing_measure'],
  depth: ['depth', 'product_length', 'product_depth'],
  length: ['length', 'product_length'],
  width: ['width', 'product_width'],
  height: ['height', 'product_height'],
  parent: ['item_group_id', 'parent_sku'],
  document: ['document_link'],
  url: ['link'],
  meta_title: ['seo_title'],
  meta_description: ['seo_description'],
  image_alt: ['image_alt_text'],
  energy_class: ['energy_efficiency_class'],
  launch_date: ['availability_date'],
}

const makersByKey: Readonly<Record<string, readonly string[]>> = {
  brand: ['brand', 'manufacturer', 'supplier'],
  vendor: ['brand', 'manufacturer', 'supplier'],
  manufacturer: ['manufacturer', 'brand', 'supplier'],
}

/** How well an attribute of makers fills a field: of a list with brand and manufacturer each takes its own, and a supplier is the last. */
export function rankOfMaker(key: string, { name }: { readonly name: string }): number {
  return makersByKey[key]?.indexOf(makerOf(name) ?? 'manufacturer') ?? 0
}

/** How well an attribute of a meaning fills a field; among those of makers a supplier is the last. */
export function rankOfMeaning(type: SemanticType, key: string): number {
  const maker = type === 'vendor' ? 'supplier' : type
  return makersByKey[key]?.indexOf(maker) ?? (keysOfType[type] ?? [type]).indexOf(key)
}

/** The keys of the n-th of several like fields: `bullet_1`, `bullet_point_1`, `bullet_point1`… */
export function numbered(number: number, ...stems: readonly string[]): string[] {
  return stems.flatMap((stem) => [`${stem}_${number}`, `${stem}${number}`])
}

/**
 * Words of other languages for the few English values that a field takes: people write Damen where a
 * channel takes female.
 */
const words = {
  female:
    'damen, dame, frauen, frau, weiblich, femme, femmes, féminin, donna, donne, femminile, mujer, mujeres, femenino, dames, vrouw, vrouwen, kobieta, damskie, mulher, feminino, dam, ženy, women, woman, womens, ladies',
  male: 'herren, herr, männer, mann, männlich, homme, hommes, masculin, uomo, uomini, maschile, hombre, hombres, masculino, heren, man, mannen, mężczyzna, męskie, homem, herr, muži, men, mens',
  unisex: 'mixte, unisexe, damen und herren, herren und damen',
  adult:
    'erwachsene, erwachsener, adulte, adultes, adulto, adulti, adultos, volwassenen, volwassene, dorosły, dorośli, vuxen, vuxna, dospělí, adults',
  kids: 'kinder, kind, enfant, enfants, bambini, bambino, niños, niño, kinderen, dzieci, crianças, barn, děti, children, child',
  toddler: 'kleinkind, kleinkinder, bambin, tout petit, peuter',
  infant: 'baby, babys, säugling, bébé, neonato, bebé, niemowlę, babies',
  newborn: 'neugeborene, neugeborenes, nouveau né, recién nacido, pasgeboren',
  new: 'neu, neuware, neuf, neuve, nuovo, nuova, nuevo, nueva, nieuw, nowy, nowe, novo, nova, ny, nytt, nové, новый',
  used: 'gebraucht, occasion, usato, usata, usado, usada, gebruikt, tweedehands, używany, begagnad, použité, second hand',
  refurbished:
    'generalüberholt, aufbereitet, refurbished, reconditionné, reconditionnée, ricondizionato, reacondicionado, gereviseerd, odnowiony, recondicionado, renoverad',
  in_stock:
    'auf lager, lieferbar, verfügbar, vorrätig, sofort lieferbar, en stock, disponible, disponibile, in magazzino, op voorraad, dostępny, em stock, i lager, skladem',
  out_of_stock:
    'nicht lieferbar, nicht verfügbar, nicht auf lager, ausverkauft, épuisé, rupture de stock, indisponible, non disponibile, esaurito, agotado, sin existencias, uitverkocht, niet op voorraad, niedostępny, esgotado, slutsåld, vyprodáno',
  preorder: 'vorbestellbar, vorbestellung, précommande, preordine, reserva anticipada, pre order',
  backorder:
    'nachbestellt, rückstand, en réapprovisionnement, su ordinazione, bajo pedido, on backorder, onbackorder',
} as const

/** Synonyms of some of these, each in the word of the channel: `{ Damen: 'Female' }`. */
export function synonymsOf(
  ...targets: readonly (readonly [word: keyof typeof words, inChannel?: string])[]
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    targets.flatMap(([word, inChannel = word]) =>
      words[word].split(', ').map((other) => [other, inChannel] as const),
    ),
  )
}
