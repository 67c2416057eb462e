import { unitOf } from '../../channel-files/measures.ts'

/** Units of measure by the codes of UN/ECE Recommendation 20, as schema.org and trade formats write them. */
const codes: Readonly<Record<string, string>> = {
  MGM: 'mg',
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  LBR: 'lb',
  ONZ: 'oz',
  MMT: 'mm',
  CMT: 'cm',
  DMT: 'dm',
  MTR: 'm',
  INH: 'in',
  FOT: 'ft',
  MMK: 'mm²',
  CMK: 'cm²',
  MTK: 'm²',
  CMQ: 'cm³',
  DMQ: 'dm³',
  MTQ: 'm³',
  MLT: 'ml',
  CLT: 'cl',
  LTR: 'l',
  HLT: 'hl',
  WTT: 'W',
  KWT: 'kW',
  KWH: 'kWh',
  VLT: 'V',
  KVT: 'kV',
  AMP: 'A',
  HTZ: 'Hz',
  BAR: 'bar',
  CEL: '°C',
  LUM: 'lm',
  P1: '%',
}

/** A count of pieces is no unit of a number. */
const pieces = new Set(['C62', 'PCE', 'H87', 'EA', 'NMP'])

export function symbolOfUnit(unit: string): string {
  return codes[unit.toUpperCase()] ?? unitOf({ unit, key: undefined }) ?? unit
}

export function symbolOfMeasure(unit: string): string {
  return unit === '' || pieces.has(unit.toUpperCase()) ? '' : symbolOfUnit(unit)
}
