import {
  type XmlFile,
  type XmlProducts,
  TextLanguages,
  readElements,
  type XmlElement,
  type XmlRecord,
  textIn,
  childrenOf,
  elementAt,
} from './xml-elements.ts'
import { message } from '#shared/messages/message.ts'
import { symbolOfMeasure } from '../unit-symbols.ts'

/**
 * GS1's message of trade items (GDSN, CatalogueItemNotification 3): a row for each trade item at every
 * packing level. Names, brand, weights, sizes and pictures are read from the modules.
 */
export function readGs1({ file, encoding, language }: XmlFile): XmlProducts {
  const languages = new TextLanguages('languageCode', { asked: language })
  const isTradeItem = (path: readonly string[]) => path.at(-1) === 'tradeItem'
  return {
    language: () => languages.summary(),
    records: (async function* () {
      for await (const item of readElements(file, encoding, isTradeItem)) yield toRecord(item, languages)
    })(),
  }
}

function toRecord(item: XmlElement, languages: TextLanguages): XmlRecord {
  const gtin = textIn(item, 'gtin')
  const modules = childrenOf(item, 'tradeItemInformation').flatMap(modulesOf)
  const moduleOf = (name: string) => modules.find((module) => module.name === name)
  const cells = {
    gtin,
    tradeItemUnitDescriptorCode: textIn(item, 'tradeItemUnitDescriptorCode', 'tradeItemUnitDescriptor'),
    ...describe(
      elementAt(moduleOf('tradeItemDescriptionModule'), 'tradeItemDescriptionInformation'),
      languages,
    ),
    tradeItemMarketingMessage: languages.textOf(
      childrenOf(
        elementAt(moduleOf('marketingInformationModule'), 'marketingInformation'),
        'tradeItemMarketingMessage',
      ),
    ),
    ...measure(elementAt(moduleOf('tradeItemMeasurementsModule'), 'tradeItemMeasurements')),
    gpcCategoryCode: textIn(elementAt(item, 'gdsnTradeItemClassification'), 'gpcCategoryCode'),
    gpcCategoryName: textIn(elementAt(item, 'gdsnTradeItemClassification'), 'gpcCategoryName'),
    targetMarketCountryCode: textIn(elementAt(item, 'targetMarket'), 'targetMarketCountryCode'),
    ...picture(moduleOf('referencedFileDetailInformationModule')),
  }
  return { cells, issue: gtin === '' ? message('row.gtin_missing') : undefined }
}

function modulesOf(information: XmlElement): XmlElement[] {
  return childrenOf(information, 'extension').flatMap(({ children }) => children)
}

const texts = ['tradeItemDescription', 'descriptionShort', 'functionalName', 'regulatedProductName'] as const

function describe(information: XmlElement | undefined, languages: TextLanguages): Record<string, string> {
  const brand = elementAt(information, 'brandNameInformation')
  const named = texts.map((name) => [name, languages.textOf(childrenOf(information, name))] as const)
  // Every message has one of these; the first is the most specific.
  const title = named.find(([, text]) => text !== '')?.[1] ?? ''
  return {
    ...Object.fromEntries(named),
    tradeItemDescription: title,
    brandName: textIn(brand, 'brandName'),
    subBrand: textIn(brand, 'subBrand'),
    variantDescription: languages.textOf(childrenOf(information, 'variantDescription')),
  }
}

// Converts all weights of a file to one unit and all lengths to another, so that a column holds plain
// numbers.
const toGrams: Readonly<Record<string, number>> = { MGM: 0.001, GRM: 1, KGM: 1000, TNE: 1_000_000 }
const toMillimetres: Readonly<Record<string, number>> = { MMT: 1, CMT: 10, DMT: 100, MTR: 1000 }

function measure(measurements: XmlElement | undefined): Record<string, string> {
  const weight = elementAt(measurements, 'tradeItemWeight')
  const lengths = ['height', 'width', 'depth'].map((name) => [
    name,
    quantity(childrenOf(measurements, name)[0], toMillimetres, 'mm'),
  ])
  return {
    grossWeight: quantity(childrenOf(weight, 'grossWeight')[0], toGrams, 'g'),
    netWeight: quantity(childrenOf(weight, 'netWeight')[0], toGrams, 'g'),
    netContent: quantity(childrenOf(measurements, 'netContent')[0], {}, ''),
    ...Object.fromEntries(lengths),
  }
}

/** `350 g`: converted to the requested unit if possible, else unchanged. */
function quantity(
  element: XmlElement | undefined,
  factors: Readonly<Record<string, number>>,
  unit: string,
): string {
  if (element === undefined || element.text === '') return ''
  const code = element.attributes['measurementUnitCode'] ?? ''
  const factor = factors[code]
  const value = Number(element.text)
  if (factor === undefined || Number.isNaN(value)) return `${element.text} ${symbolOfMeasure(code)}`.trim()
  // Rounds off the last digits, which come from binary multiplication.
  return `${Number((value * factor).toPrecision(15))} ${unit}`
}

function picture(files: XmlElement | undefined): Record<string, string> {
  const pictures = childrenOf(files, 'referencedFileHeader').filter((file) =>
    /^(PRODUCT_IMAGE|MOBILE_DEVICE_IMAGE|OUT_OF_PACKAGE_IMAGE)$/.test(textIn(file, 'referencedFileTypeCode')),
  )
  const isFirst = (file: XmlElement) => textIn(file, 'isPrimaryFile').toUpperCase() === 'TRUE'
  const [first = '', ...others] = [...pictures.filter(isFirst), ...pictures.filter((file) => !isFirst(file))]
    .map((file) => textIn(file, 'uniformResourceIdentifier'))
    .filter((address) => address !== '')
  return {
    uniformResourceIdentifier: first,
    'Further images': others.length === 0 ? '' : JSON.stringify(others),
  }
}
