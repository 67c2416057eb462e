import { unitOf } from '../../../catalog/channel-files/measures.ts'

/** Units of measure by the codes of UN/ECE Recommendation 20, as schema.org and trade formats write them. */
const codes: Readonly<Record<string, string>> = {
  MGM: 'mg',
  GRM: 'g',
  KGM: 'kg',
  LBR: 'lb',
  ONZ: 'oz',
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  INH: 'in',
  FOT: 'ft',
  MLT: 'ml',
  LTR: 'l',
  WTT: 'W',
  VLT: 'V',
}

/** The usual sign of a unit; one that is not known stays as it is. */
export function symbolOfUnit(unit: string): string {
  return codes[unit.toUpperCase()] ?? unitOf({ unit, key: undefined }) ?? unit
}
