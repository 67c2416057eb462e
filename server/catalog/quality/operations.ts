/** What threads run for quality: rows of the tables in `catalog/operations.ts`. */
import { storeResults } from '../../store/quality/stored-results.ts'
import { acceptFinding, reopenFinding } from './accept-finding.ts'
import { fixChunk, previewFix } from './fix-values.ts'
import { listFindings } from './list-findings.ts'
import { readQuality } from './read-quality.ts'
import { readQualityPoints, recordQualityPoints } from './record-day.ts'
import { readQualityScores } from './scores.ts'
import { storeChecks } from './store-checks.ts'
import { summarizeQuality } from './summary.ts'
import { tryQualityRule } from './try-rule.ts'
import { createQualityRule, deleteQualityRule, listQualityRules, updateQualityRule } from './write-rules.ts'

export const qualityReads = {
  listQualityRules,
  listFindings,
  summarizeQuality,
  readQuality,
  tryQualityRule,
  readQualityScores,
  previewFix,
  readQualityPoints,
}

export const qualityWrites = {
  createQualityRule,
  updateQualityRule,
  deleteQualityRule,
  acceptFinding,
  reopenFinding,
  fixChunk,
  storeChecks,
  recordQualityPoints,
  storeResults,
}
