import { priceRole } from './price-names.ts'
import { foldText } from '#shared/text.ts'

/** Words in headers, in the supported languages, whose cells are codes whatever they look like. */
const words = new RegExp(
  `(^|[^\\p{L}])(${[
    'sku skus gtin ean upc isbn issn mpn asin pzn gln plu barcode codes? kod kód kode codice código code-barres ids? no nr num',
    'phone tel telefon téléphone teléfono telefono fax mobile zip zipcode postcode postal plz cap model modell modèle modelo modello article',
    'serial parent handle version revision rev release firmware batch série numéro número numero numer číslo cikkszám vonalkód nummer number артикул код номер',
    'taric hts hsn hs cn ncm cest zolltarif tariff intrastat customs douane douanier aduana arancel aduanero dogana doganale celní celny tullkod unspsc eclass etim cas cpv naics',
    'iban bic vat ust uid siret nif cif eori fnsku reference référence referencia riferimento referentie ref',
  ]
    .join(' ')
    .replaceAll(' ', '|')})($|[^\\p{L}])`,
  'u',
)

/** Ends of words that name codes: Zolltarifnummer, Artikelnr, Produktkod. */
const ends = /(?:nummer|nr|num[ée]ro|zolltarif|code|kode|kod|kód|schlüssel|číslo)\.?$/u

const only = /^(?:artikel|art[íi]culo|articolo|artigo|artykuł|artikl)$/u

/** Counts despite such a word: `No of pieces`, `Número de piezas`. */
const counted =
  /(^|[^\p{L}])(?:number|no|nr|num|num[eé]ro|número|nummer|numer) (?:of|de|di|der|van|av) (?!art|ser|sér|s[eé]rie|part|pi[eè]ce détach|ref|réf|model|produ)/u

const taxes = /(?<!\p{L})(vat|ust|uid|iva|tva)(?!\p{L})/gu

/** Whether the cells of a column of this name are codes, which stay texts whatever they look like. */
export function isCodeName(header: string): boolean {
  const written = foldText(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
  // Numbers of taxes are codes, and prices without tax none.
  const folded = priceRole(header) === undefined ? written : written.replaceAll(taxes, ' ')
  if (counted.test(folded)) return false
  return (
    only.test(folded) ||
    words.test(folded) ||
    folded.split(/[^\p{L}.]+/u).some((word) => word.length > 4 && ends.test(word))
  )
}
