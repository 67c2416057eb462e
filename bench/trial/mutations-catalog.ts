import type { MutationTable } from './mutations.ts'

/** What the catalog promises of entities, their values and attribute definitions. */
export const catalogMutations: MutationTable = {
  'server/catalog/errors.ts': [
    [
      'ERROR-06',
      'if (!this.isEmpty) throw validationFailed(this.#list)',
      'if (!this.isEmpty) throw validationFailed(this.#list.slice(0, 1))',
    ],
    ['ERROR-10', '...(acceptableValues && { acceptable_values: [...acceptableValues] })', '...{}'],
  ],
  'server/catalog/entities/entity-json.ts': [
    ['FIELDS-02', '.filter(([key]) => fields.has(key))', ''],
    ['READ-01', '"label":${label === null', '"name":${label === null'],
    ['READ-04', "padStart(3, '0')", "padStart(4, '0')"],
    ['FIELDS-01', '.filter(([key]) => fields.has(key))', ''],
    ['READ-03', "${label === null ? 'null' : JSON.stringify(label)}", '${JSON.stringify(label ?? uuid)}'],
    ['READ-05', "list === '' ? stub : `,${stub}`", "list === '' ? stub : ''"],
    ['FIELDS-01', 'fields?.has(attribute.key) === false', 'fields?.has(attribute.name) === false'],
  ],
  'server/catalog/entities/update-entity.ts': [
    [
      'ORDER-07',
      'if (!row) throw notFound(`The ${type} ${id}`, findId(type))',
      'if (!row) throw new Error(`No ${type} ${id}`)',
    ],
    ['READ-07', 'const uuid = parseUuid(id)', 'const uuid = parseUuid(id) === id ? id : undefined'],
    [
      'ORDER-08',
      '  faults.settle()\n  requireExpected(tx, row, expected)\n  refuseDuplicates(tx, resolved, stored)',
      '  requireExpected(tx, row, expected)\n  refuseDuplicates(tx, resolved, stored)\n  faults.settle()',
    ],
    [
      'WRITE-06',
      '  faults.settle()\n  requireExpected(tx, row, expected)\n',
      '  if (resolved.length === 0) faults.settle()\n  requireExpected(tx, row, expected)\n',
    ],
    ['WRITE-13', '  refuseDuplicates(tx, resolved, stored)\n', ''],
    ['WRITE-15', '  requireExpected(tx, row, expected)\n', ''],
  ],
  'server/catalog/entities/preconditions.ts': [
    ['WRITE-15', '!namesTag(ifMatch, etag)', 'namesTag(ifMatch, etag)'],
    ['WRITE-15', '{ current: { data: parseJson(json), etag } }', '{}'],
  ],
  'server/catalog/etag.ts': [['READ-12', ".replace(/^W\\//, '')", '']],
  'server/catalog/entities/read-entity.ts': [
    ['READ-12', 'etag: tagOf(rowJson(db, row))', 'etag: tagOf(narrowed)'],
  ],
  'server/catalog/entities/create-entity.ts': [
    [
      'WRITE-02',
      'if (!isPrimary && !extras.constraints.required) continue',
      'if (!extras.constraints.required) continue',
    ],
    ['VALUE-21', 'if (!isPrimary && !extras.constraints.required) continue', 'if (!isPrimary) continue'],
    ['WRITE-03', '!Object.hasOwn(given, key)', 'given[key] === undefined || given[key] === null'],
    [
      'ORDER-08',
      '  faults.settle()\n  refuseDuplicates(db, resolved)\n',
      '  refuseDuplicates(db, resolved)\n  faults.settle()\n',
    ],
    ['WRITE-13', '  refuseDuplicates(db, resolved)\n', ''],
  ],
  'server/catalog/entities/parse-writes.ts': [
    [
      'WRITE-11',
      "faults.addUnknown(place(key), 'not_a_defined_attribute', key, attributes.byKey)",
      'undefined',
    ],
    ['WRITE-12', "faults.add(place(key), 'read_only_attribute')", 'undefined'],
    ['VALUE-01', "if (input === null || input === '') return clear", 'if (input === null) return clear'],
    [
      'VALUE-02',
      "if (!isScalar(input)) return faults.add(field, 'expected_scalar')",
      "if (!isScalar(input)) return faults.add(field, 'expected_number')",
    ],
    ['VALUE-14', "typeof input === 'object' && input !== null && 'id' in input", 'false'],
    [
      'VALUE-14',
      "if (!target) return faults.add(place(attribute.key), 'expected_uuid_or_null')",
      "if (!target && input !== '') return faults.add(place(attribute.key), 'expected_uuid_or_null')\n  if (!target) return requireTargets(attribute, [], faults)",
    ],
    ['VALUE-15', 'input.findIndex((one) => parseTarget(one) === undefined)', 'input.findIndex(() => false)'],
    [
      'VALUE-16',
      '[...new Set(input.flatMap((one) => parseTarget(one) ?? []))]',
      'input.flatMap((one) => parseTarget(one) ?? [])',
    ],
    [
      'VALUE-21',
      "if (attribute.extras.constraints.required) return faults.add(place(attribute.key), 'required')\n",
      '',
    ],
  ],
  'server/catalog/entities/resolve-writes.ts': [
    ['VALUE-17', 'found[index]?.type !== type', 'found[index] === undefined'],
    ['VALUE-17', 'if (missing !== undefined)', 'if (missing === null)'],
    ['VALUE-19', "faults.addExpected(field, 'too_long', { max_items: max })", 'faults.isNoted(field)'],
    ['VALUE-22', '|| (stored && readValue(stored.document, attribute.key) === value)', ''],
    ['WRITE-09', 'isWithin(db, parent.id, child.id)', 'parent.id === child.id'],
    ['WRITE-09', "return faults.add('parent_id', 'self_reference')", 'return undefined'],
    [
      'WRITE-10',
      "parent === child || (child !== 'product' && child !== 'category')",
      "parent === child || child !== 'product'",
    ],
    [
      'WRITE-10',
      "faults.add('parent_id', 'expected_uuid_or_null')",
      "faults.add('parent_id', 'expected_uuid')",
    ],
    [
      'WRITE-08',
      'if (input === undefined || input === null) return input',
      'if (input === undefined || input === null) return undefined',
    ],
    ['WRITE-13', '(holder) => holder !== stored?.row.id', '() => false'],
  ],
  'server/catalog/entities/write-entity.ts': [
    ['COMPUTED-07', '  relabelAround(tx, type, [row.id, ...parents])\n', ''],
    ['WRITE-04', 'const document = { ...before }', 'const document: Document = {}'],
    ['EVENT-02', '  if (changes.length === 0 && newParent === row.parent) return row\n', ''],
    ['WRITE-07', '  if (old === value) return []\n', ''],
    ['WRITE-14', 'value === undefined ? null : String(value)', "String(value ?? '')"],
    ['READ-02', 'if (value === null) delete document[attribute.key]\n  else document', 'document'],
    [
      'EVENT-01',
      'return [{ attribute: attribute.key, old, new: value }]',
      'return [{ attribute: attribute.key, old: null, new: value }]',
    ],
  ],
  'server/catalog/entities/upsert-entity.ts': [
    ['IMPORT-04', 'const text = foldText(String(', 'const text = (String('],
    ['UPSERT-02', 'const text = foldText(String(', 'const text = (String('],
    [
      'UPSERT-03',
      'if (others.length > 0) throw severalMatches',
      'if (others.length > 9) throw severalMatches',
    ],
    ['UPSERT-03', 'rows.map(({ uuid }) => uuid)', 'rows.slice(0, 1).map(({ uuid }) => uuid)'],
    [
      'UPSERT-04',
      "faults.add('merge_key', 'merge_key_value_required')",
      "faults.add('attributes', 'merge_key_value_required')",
    ],
    [
      'UPSERT-05',
      'return traits.isFreeText || (mayBeNumber',
      "return traits.family === 'text' || (mayBeNumber",
    ],
    [
      'UPSERT-05',
      "if (!attribute) return faults.addUnknown('merge_key', 'not_a_defined_attribute', mergeKey, byKey)",
      "if (!attribute) return faults.add('merge_key', 'not_a_text_attribute')",
    ],
    [
      'UPSERT-01',
      "status === 'created' ? createdAnswer(tx, type, row) :",
      "status === 'unchanged' ? createdAnswer(tx, type, row) :",
    ],
    [
      'UPSERT-06',
      'const matches = match ?',
      'const matches = match && match.attribute.isPrimary === false ?',
    ],
  ],
  'server/catalog/entities/batch-entities.ts': [
    ['BATCH-05', 'if (items.length > maxBatchItems)', 'if (items.length < 0)'],
    ['BATCH-01', 'summary[status] += 1', 'summary.created += 1'],
    ['BATCH-04', 'item.merge_key ?? callMergeKey', 'callMergeKey ?? item.merge_key'],
    ['BATCH-04', 'if (item.id === undefined && mergeKey !== undefined) {', 'if (mergeKey !== undefined) {'],
    ['BATCH-02', 'field_errors: fieldErrors }', 'field_errors: [] }'],
    [
      'BATCH-06',
      'if (item.id === undefined && mergeKey !== undefined) {',
      'if (item.id === undefined && item.merge_key !== undefined && mergeKey !== undefined) {',
    ],
    [
      'BATCH-03',
      'const results = items.map((item, index) => {',
      'const results = items.toReversed().map((item, index) => {',
    ],
  ],
  'server/catalog/attributes/data-types/number.ts': [
    [
      'READ-09',
      "{ issue: 'out_of_range', expected } : { value }",
      "{ issue: 'out_of_range', expected } : { value: String(value) }",
    ],
    [
      'VALUE-04',
      "if (typeof input === 'string' && !decimal.test(input.trim())) return undefined",
      'if (input === "") return undefined',
    ],
    ['VALUE-12', 'value > max ||', 'value > max + 1 ||'],
    ['VALUE-12', '(isWhole && !Number.isInteger(value))', 'false'],
    [
      'VALUE-05',
      "typeof input === 'boolean' ? { value: input }",
      "typeof input === 'boolean' || input === 'true' ? { value: input === true || input === 'true' }",
    ],
  ],
  'shared/iso-times.ts': [
    ['VALUE-06', '|| new Date(time).toISOString().slice(0, 10) !== text ?', '?'],
    [
      'FILTER-10',
      'if (date) return Date.parse(`${date}T00:00:00Z`)',
      'if (date) return Date.parse(`${date}T23:59:59Z`)',
    ],
  ],
  'server/catalog/attributes/data-types/text.ts': [
    ['VALUE-07', 'withHost.test(trimmed) && ', ''],
    ['VALUE-07', ' && URL.canParse(trimmed)', ''],
    ['VALUE-13', 'storedFile.test(text) || ', ''],
    [
      'VALUE-08',
      'return { value: String(input) }',
      'return { value: JSON.stringify(JSON.parse(String(input))) }',
    ],
    ['SORT-04', '=> foldText(String(value))', '=> String(value)'],
    [
      'VALUE-03',
      'parse: (input) => ({ value: String(input) })',
      'parse: (input) => ({ value: String(input).trim() })',
    ],
  ],
  'server/catalog/attributes/data-types/select.ts': [
    [
      'VALUE-09',
      'attribute.options.includes(value) ?',
      'attribute.options.some((option) => foldText(option) === foldText(value)) ?',
    ],
    ['VALUE-10', '[...new Set(splitList(String(input)))]', 'splitList(String(input))'],
    ['VALUE-11', 'attribute.options.length === 0 ?', 'attribute.options.length >= 0 ?'],
  ],
  'shared/gtin.ts': [
    ['VALUE-20', '=== digits.at(-1)', '!== undefined'],
    ['KIND-04', 'if (!isShortIsbn(code)) return undefined', 'return undefined'],
  ],
  'shared/kinds.ts': [
    ['KIND-03', 'convertExactly(number, from, to, decimals)', 'number'],
    ['KIND-05', 'toStored: toEmail', 'toStored: (text: string) => text'],
    ['KIND-06', 'toStored: toMoment', 'toStored: (text: string) => text'],
  ],
  'server/catalog/attributes/data-types/constraints.ts': [
    ['VALUE-18', 'value >= min && value <= max', 'value >= min && value < max'],
    [
      'VALUE-18',
      'decimals === undefined || fitsDecimals(value, decimals)',
      'decimals === undefined || fitsDecimals(value, decimals + 1)',
    ],
    ['VALUE-19', 'min === undefined || [...text].length >= min', 'min === undefined || text.length >= min'],
    ['VALUE-24', '  return message === undefined\n', '  return message !== null\n'],
  ],
  'server/catalog/attributes/data-types/pattern.ts': [
    ['VALUE-23', 'if (size > maxInstructions) return { fault: tooLarge }', ''],
    ['VALUE-24', 'Math.floor(maxSteps / engine.programSize())', 'maxSteps'],
  ],
  'server/catalog/attributes/define-attribute.ts': [
    ['DEF-02', 'if (byKey.has(key)) {', 'if (byKey.has(key) && name === undefined) {'],
    [
      'EVENT-07',
      "recordAttributeEvent(tx, 'attribute.created',",
      "recordAttributeEvent(tx, 'attribute.updated',",
    ],
    ['DEF-06', '  if (isPrimary) yieldPrimary(tx, entityType, context)\n', ''],
  ],
  'server/catalog/attributes/check-definition.ts': [
    [
      'DEF-01',
      "for (const field of ['name', 'entity_type', 'data_type'] as const)",
      "for (const field of ['name', 'entity_type'] as const)",
    ],
    ['DEF-03', 'if (key !== undefined && !isAttributeKey(key))', "if (key === '')"],
    ['DEF-04', "options !== 'required'", "options !== 'required' || dataTypeTraits[type].hasTokens"],
    ['DEF-05', "  ['video_model', videoModels],\n", ''],
    ['DEF-06', "faults.explain('is_primary', 'invalid_value', noPrimary)", "faults.isNoted('is_primary')"],
    ['DEF-18', "type !== 'product') {", "type === 'image') {"],
    ['DEF-19', "faults.explain('rollup_mode', 'invalid_value', noRollup)", "faults.isNoted('rollup_mode')"],
    [
      'ERROR-07',
      "faults.explain('constraints.min', 'out_of_range', crossed",
      "faults.explain('constraints', 'out_of_range', crossed",
    ],
    ['DEF-20', '  checkDefault,\n]', ']'],
  ],
  'server/catalog/attributes/linked-types.ts': [
    [
      'DEF-17',
      "if (!faults.isNoted('reference')) faults.explain('reference', 'required', message)",
      "faults.isNoted('reference')",
    ],
  ],
  'server/catalog/attributes/definition-extras.ts': [
    ['DEF-18', '.media !== undefined', ".media === 'image'"],
    ['DEF-19', "(rollup ?? 'unique')", "(rollup ?? 'all')"],
    ['DEF-21', "if (type === 'formula') return 'formula'\n", ''],
  ],
  'server/catalog/attributes/list-attributes.ts': [
    ['DEF-08', '.filter(({ extras }) => channel === undefined || extras.channel === channel)', ''],
    ['DEF-08', 'type === undefined || entityType === type', 'type === undefined || entityType !== type'],
    ['DEF-10', 'if (known !== undefined && namesTag(known, etag)) return unchangedAnswer(etag)\n', ''],
    ['ERROR-10', "faults.add(field, 'invalid_value', allowed, value)", "faults.add(field, 'invalid_value')"],
  ],
  'server/catalog/attributes/attribute-config.ts': [
    ['DEF-07', 'default_value: extras.default_value,', 'constraints: extras.constraints,'],
    ['DEF-09', 'acceptable_values: [...options],', "acceptable_values: [options.join(', ')],"],
  ],
  'server/catalog/attributes/find-attribute.ts': [
    ['DEF-13', 'if (others.length === 0) return first', 'if (others.length >= 0) return first'],
  ],
  'server/catalog/attributes/patch-definition.ts': [
    [
      'DEF-12',
      "const fixed = ['id', 'key', 'entity_type', 'tool', 'writable'] as const",
      "const fixed = ['id', 'key', 'writable'] as const",
    ],
    ['DEF-14', "[...options, ...fresh].join(', ')", "fresh.join(', ')"],
  ],
  'server/catalog/attributes/update-attribute.ts': [
    ['FORMULA-04', '  if (field) refuseBrokenFormulas(tx, after, working, field)\n', ''],
    ['DEF-11', '  if (changes.length === 0) return before\n', ''],
    ['DEF-15', '  refuseLosses(tx, before, after)\n', ''],
    ['DEF-16', '  convertValues(tx, before, after)\n', ''],
    ['DEF-16', '  refuseLosses(tx, before, after)\n', ''],
    ['DEF-06', '    relabelEntities(tx, entityType)\n', '    Boolean(tx)\n'],
  ],
  'server/catalog/attributes/delete-attribute.ts': [['OWNER-04', '  refuseWhileNeeded(tx, attribute)\n', '']],
  'server/store/tables/entities.ts': [
    ['READ-08', 'WHERE e.uuid = +? AND e.type = +?`', 'WHERE e.uuid = +? AND e.type <= +? + 5`'],
  ],
  'shared/pattern-syntax.ts': [
    ['DEF-23', "fault = 'lookaround'", 'return piece'],
    ['VALUE-23', "fault = 'backreference'", 'return piece'],
    ['VALUE-23', "'(': '(?:',", "'(': '(?i:',"],
  ],
  'shared/value-limits.ts': [
    ['VALUE-24', "type === 'source' ? maxSourceTextBytes : MiB", 'MiB'],
    ['VALUE-24', 'encoder.encode(text).length', 'text.length'],
  ],
  'shared/schemas/entities.ts': [
    ['WRITE-05', '{ additionalProperties: false, minProperties: 1 }', '{ additionalProperties: false }'],
  ],
  'server/catalog/attributes/check-formula.ts': [
    ['FORMULA-01', 'if (fault) faults.addSentence(', 'if (fault && text === "") faults.addSentence('],
    [
      'FORMULA-02',
      'const way = self && attribute && wayTo(db, attribute, self)',
      'const way = self === attribute && wayTo(db, attribute as Attribute, self as Attribute)',
    ],
    ['FORMULA-03', 'if (chain > limits.chain) {', 'if (chain > limits.chain + 1) {'],
  ],
}
