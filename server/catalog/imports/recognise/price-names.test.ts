import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../../testing/job-workspace.ts'
import { isCodeName } from './written-cell.ts'
import { currencyIn, taxSideOf } from './price-names.ts'

test.each([
  ['Preis netto EUR', 'net', 'EUR'],
  ['Preis EUR brutto', 'gross', 'EUR'],
  ['VK brutto CHF', 'gross', 'CHF'],
  ['Price excl. VAT (USD)', 'net', 'USD'],
  ['Price incl. VAT £', 'gross', 'GBP'],
  ['Prix HT (€)', 'net', 'EUR'],
  ['Prix TTC', 'gross', undefined],
  ['Prezzo in EUR IVA esclusa', 'net', 'EUR'],
  ['Precio con IVA', 'gross', undefined],
  ['Cena netto PLN', 'net', 'PLN'],
  ['Cena bez DPH', 'net', undefined],
  ['Pris inkl. moms SEK', 'gross', 'SEK'],
  ['Nettopreis', 'net', undefined],
  ['Price', undefined, undefined],
] as const)('%s is a price that is %s, in %s [IMPORT-51]', (name, side, currency) => {
  expect([taxSideOf(name), currencyIn(name)]).toEqual([side, currency])
  expect(isCodeName(name)).toBe(false)
})

test('numbers of taxes stay codes, and other names have no currency [IMPORT-51]', () => {
  expect(['VAT no.', 'USt-ID', 'VAT', 'percentVat', 'IVA'].map((name) => isCodeName(name))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([currencyIn('ALL items'), currencyIn('Gewicht EUR-Palette')]).toEqual([undefined, undefined])
})

test('net and gross are two attributes, and each list fills its own [IMPORT-51]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('Artikelnummer;Preis netto EUR\nA;1,50\nB;2,50\n')
  const { result } = await workspace.import('Artikelnummer;Preis brutto EUR\nA;1,79\nB;2,98\n', {
    merge_key: 'artikelnummer',
  })
  expect(result).toMatchObject({ ...counts(0, 2, 0, 0), created_attributes: ['preis_brutto_eur'] })
  expect(
    (await workspace.import('Artikelnummer;Netto-Preis\nA;1,60\n', { merge_key: 'artikelnummer' })).result,
  ).toMatchObject({
    created_attributes: [],
    mapping: { 'Netto-Preis': 'preis_netto_eur' },
  })
  expect((await workspace.products())[0]).toMatchObject({ preis_netto_eur: 1.6, preis_brutto_eur: 1.79 })
  const money = (await workspace.definitions()).flatMap(({ constraints }) => constraints?.kind ?? [])
  expect(money).toEqual(['money', 'money'])
})
