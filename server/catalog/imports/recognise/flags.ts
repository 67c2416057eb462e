import { foldText } from '#shared/text.ts'

/** Words and signs for yes and no in the languages of the lists; all are compared folded. */
const pairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sim', 'não'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
  ['kyllä', 'ei'],
  ['da', 'nu'],
  ['da', 'ne'],
  ['да', 'нет'],
  ['так', 'ні'],
  ['да', 'не'],
  ['ναι', 'όχι'],
  ['はい', 'いいえ'],
  ['是', '否'],
  ['예', '아니요'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['x', '-'],
  ['x', '–'],
  ['✓', '✗'],
  ['✓', '-'],
  ['✔', '✘'],
]

// A letter, sign or number alone is ambiguous.
const sureFlags = new Set(
  pairs
    .flat()
    .map((word) => foldText(word))
    .filter(
      (word) => word.length > 2 || ['ja', 'si', 'sí', 'sì', 'да', 'はい', '是', '否', 'ні'].includes(word),
    ),
)
const yes = new Set(['true', '1', ...pairs.map(([word]) => foldText(word))])
const no = new Set(['false', '0', ...pairs.map(([, word]) => foldText(word))])

export function isYes(folded: string): boolean {
  return yes.has(folded)
}

export function isNo(folded: string): boolean {
  return no.has(folded)
}

export function areFlags(folded: ReadonlySet<string>): boolean {
  const [first = ''] = folded
  if (folded.size === 1) return sureFlags.has(first)
  return folded.size === 2 && pairs.some((pair) => pair.every((word) => folded.has(foldText(word))))
}

const flagNames = new Set(
  (
    'active enabled disabled visible hidden published online featured discontinued available availability deleted archived taxable ' +
    'virtual downloadable backorder backorders organic vegan fragile hazardous recyclable clearance bestseller giftable shippable ' +
    'aktiv inaktiv sichtbar veröffentlicht verfügbar auslauf auslaufartikel gelöscht steuerpflichtig versandfähig zerbrechlich neuheit ' +
    'actif visible publié disponible activo visible publicado attivo visibile pubblicato disponibile actief zichtbaar leverbaar ' +
    'aktywny widoczny dostępny aktivní viditelné aktív látható synlig aktief status sale new tracked stockable saleable sellable ' +
    'purchasable returnable refundable enable disable publish public private default required free vendable nouveau nouveauté bio ' +
    'nuevo destacado habilitado nuovo novità abilitato evidenza nieuw uitgelicht polecany nowość novinka prodejné ny lagerförd ' +
    'ativo visível novo destaque disponível esgotado aktivní neu bestellbar verkäuflich lieferbar freigegeben gesperrt gefahrgut ' +
    'активен доступен новинка'
  ).split(' '),
)
const flagBeginnings = new Set([
  'is',
  'has',
  'can',
  'ist',
  'hat',
  'show',
  'allow',
  'allows',
  'requires',
  'est',
])

const quantityName =
  /(^|[^a-zà-ž])(qty|quantity|amount|stock|count|number|no|nr|min|max|pack|packs|pieces|pcs|units?|menge|anzahl|bestand|lager|stück|stk|quantité|nombre|cantidad|quantità|aantal|ilość|množství|antal)([^a-zà-ž]|$)/

export function flagOrQuantity(header: string): 'flag' | 'quantity' | undefined {
  const words = foldText(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
  if (quantityName.test(words)) return 'quantity'
  const [first = '', ...others] = words.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const isFlag = [first, ...others].some((word) => flagNames.has(word))
  return isFlag || (others.length > 0 && flagBeginnings.has(first)) ? 'flag' : undefined
}
