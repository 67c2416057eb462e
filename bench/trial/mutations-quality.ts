import type { MutationTable } from './mutations.ts'

/** Rules of quality, what they find, the score. */
export const qualityMutations: MutationTable = {
  'server/catalog/quality/write-rules.ts': [
    ['QUALITY-01', "  weight: 1,\n  applies_to: '',", "  weight: 2,\n  applies_to: '',"],
    ['QUALITY-07', 'if (!isScored(before)) throw', "if (before.key === '') throw"],
  ],
  'server/catalog/quality/rule-filter.ts': [
    ['QUALITY-02', 'if (!isOfList && named.some(', 'if (isOfList && named.some('],
  ],
  'server/catalog/quality/finding-json.ts': [
    ['QUALITY-03', 'attribute: subject.attribute?.key ?? null', "attribute: subject.attribute?.key ?? ''"],
  ],
  'server/store/quality/entity-set.ts': [
    ['QUALITY-03', 'if (passed >= skip) ids.push(', 'if (passed > skip) ids.push('],
  ],
  'server/store/quality/check-conditions.ts': [['QUALITY-04', 'NOT quality_gtin(', 'quality_gtin(']],
  'server/store/quality/outliers.ts': [['QUALITY-04', 'if (median > 0) return', 'if (median >= 0) return']],
  'server/store/quality/repeating.ts': [['QUALITY-04', 'WHERE n > 1 ORDER BY', 'WHERE n > 2 ORDER BY']],
  'server/catalog/quality/compile-rule.ts': [
    ['QUALITY-05', 'if (!hasAccepted) return part.failing', 'if (hasAccepted) return part.failing'],
  ],
  'server/catalog/quality/found-parts.ts': [
    ['QUALITY-05', 'if (!hasAccepted) return failing', 'if (hasAccepted) return failing'],
  ],
  'server/store/quality/score-sql.ts': [
    ['QUALITY-06', 'Math.floor((100 * met) / all)', 'Math.ceil((100 * met) / all)'],
    ['QUALITY-06', 'add(met, id, -weight)', 'add(met, id, -1)'],
  ],
  'server/catalog/quality/known-rules.ts': [
    ['QUALITY-07', "enabled: false,\n    origin: 'shipped'", "enabled: true,\n    origin: 'shipped'"],
  ],
  'server/catalog/quality/score-plan.ts': [
    ['QUALITY-08', 'return rule && failingRule(db, compileRule(db, rule))', 'return rule && nothing'],
  ],
  'server/catalog/quality/try-rule.ts': [
    ['QUALITY-09', '...countRule(db, rule),', '...{ failing: 0, checked: 0 },'],
  ],
  'server/catalog/quality/store-checks.ts': [
    ['QUALITY-10', '[among(listIdsByUuid(db, type, touched))]', '[]'],
  ],
  'server/jobs/quality/spelling.ts': [
    ['QUALITY-11', "if (language === 'de') return isCompound(", "if (language === '') return isCompound("],
  ],
  'server/quality-course.ts': [['QUALITY-12', 'if (!this.#isRecording) this', 'this']],
  'server/catalog/quality/fix-values.ts': [
    ['QUALITY-13', 'edit_id: changed > 0 ? editId : null', 'edit_id: null'],
  ],
  'server/store/quality/kept.ts': [
    ['QUALITY-14', 'set.put(id, meeting.has(id))', 'set.put(id, true)'],
    ['QUALITY-14', '...withAllBelow(db, changes.entities), ...changes.parents', '...changes.entities'],
    ['QUALITY-15', '?? fromFile(db, key, day)', ''],
  ],
  'server/store/quality/stored-results.ts': [
    [
      'QUALITY-15',
      "'SELECT 1 FROM type_count WHERE total >= ?'",
      "'SELECT 1 FROM type_count WHERE total < ?'",
    ],
  ],
  'server/store/quality/reach.ts': [
    ['QUALITY-14', 'return !hasReferences || !haveGone', 'return true'],
    ['QUALITY-14', 'if (reach.isOfNew && changes.haveCome) return false', ''],
  ],
  'server/store/quality/changes.ts': [['QUALITY-14', "kind.startsWith('attribute.') || kind", 'kind']],
}
