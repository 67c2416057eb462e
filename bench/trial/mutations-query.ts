import type { MutationTable } from './mutations.ts'

/** What the catalog promises of lists and of what stands beside entities: events, channels, files, sources, edits, the trash. */
export const queryMutations: MutationTable = {
  'server/catalog/largest-answer.ts': [
    ['LIST-10', 'if (size > mostBytes) return cut', 'if (size > largestAnswer * 9) return cut'],
    ['LIST-12', 'if (rows.length === 0) throw tooLarge(next, remedy, mostBytes)', ''],
  ],
  'server/catalog/query/slow-list.ts': [
    ['LANE-03', "error.reason === 'deadline'", "error.reason === 'abandoned'"],
  ],
  'server/threads/read-lanes.ts': [
    ['LANE-01', 'await this.#answer(read, this.#quick, quickShare)', 'await this.#answer(read, this.#quick)'],
    ['LANE-01', '|| namesItsRows(input)', ''],
    ['LANE-02', 'read.abandon?.()', ''],
    ['LANE-04', 'this.#ofClients.delete(key)', ''],
  ],
  'server/http/routes/events.ts': [['EVENT-10', '>= maxStreamsOfCaller', '> maxStreamsOfCaller * 2']],
  'server/catalog/job-queue/queue.ts': [
    ['JOB-09', 'refuseMore(tx, contextOfJob(tx, job.id).person)\n  if (!reviveJob', 'if (!reviveJob'],
  ],
  'server/workspaces/job-runner.ts': [
    ['JOB-10', 'if (!run.thread) return run.givenUp.resolve(cancelledEnd)', ''],
  ],
  'server/catalog/query/list-entities.ts': [
    [
      'LIST-01',
      'pageJson(db, found.ids.slice(from, to), checked.fields)',
      'pageJson(db, found.ids.slice(from, to), new Set<string>())',
    ],
    ['LIST-05', 'has_more: found.ids.length > rows.length', 'has_more: found.ids.length >= rows.length'],
    ['LIST-11', 'isCounted: request.isCounted === true', 'isCounted: false'],
    ['LIST-06', 'const offset = after ? 0 : request.offset', 'const offset = after ? 1 : request.offset'],
    ['LIST-04', 'total: found.total,', 'total: found.ids.length,'],
    [
      'LIST-09',
      'last === undefined ? after : readPosition(db, terms, last)',
      'positionOf(db, terms, last as number)',
    ],
    ['SEARCH-01', 'checkSearch(db, attributes, request.q)', 'undefined'],
    ['LIST-08', 'join, sorted, q, tree]', 'join, q, tree]'],
    ['NEST-03', 'sorted, q, tree]', 'sorted, q]'],
  ],
  'server/catalog/query/check-filter.ts': [
    ['FILTER-09', '  date: parseDate,\n', '  date: (text) => text,\n'],
    [
      'FILTER-15',
      'if (!source) return refuseKey(db, attributes, { field, key }, faults)',
      'if (!source) return undefined',
    ],
    [
      'FILTER-15',
      "return faults.addExpected(field, 'operator_not_supported_for_type', { operators: fitting })",
      'return undefined',
    ],
    ['FILTER-16', "if (value.trim() === '') return faults.add", "if (value === '') return faults.add"],
    [
      'FILTER-06',
      "if (value !== 'true' && value !== 'false') return faults.add(field, 'expected_boolean')",
      "if (value === '') return faults.add(field, 'expected_boolean')",
    ],
    ['FILTER-07', 'if (tokens.length > maxInValues)', 'if (tokens.length > 2 * maxInValues)'],
    ['FILTER-07', "if (tokens.length === 0) return faults.add(field, 'expected_values')\n", ''],
    ['FILTER-08', "number: 'expected_number',", "number: 'expected_date',"],
    ['FILTER-11', "boolean: 'expected_boolean',", "boolean: 'expected_number',"],
    ['FILTER-12', 'if (unfit >= 0) return faults.addOneOf', 'if (unfit > 99) return faults.addOneOf'],
    ['FILTER-19', '> maxFilterClauses)', '> maxFilterClauses + 1)'],
    ['NEST-06', '+ clausesIn(tree).length', ''],
    ['NEST-04', "operator_not_supported_for_type: 'operator',", ''],
    ['FILTER-20', 'text: foldText,', 'text: (text) => text,'],
    ['FILTER-03', '  text: foldText,\n', '  text: (text) => text.toLowerCase(),\n'],
  ],
  'server/catalog/query/filter-tree.ts': [
    ['NEST-05', 'parts.length === 0', 'parts.length < 0'],
    ['NEST-06', 'depth > maxFilterDepth', 'depth > maxFilterDepth + 1'],
    ['NEST-08', 'isKnown(String(node[', 'Boolean(String(node['],
  ],
  'server/store/plan/group-conditions.ts': [
    ['NEST-01', "if (join === 'or')", "if (join === 'and')"],
    ['NEST-01', 'flatMap((group) => compileGroup(db, type, group))', 'flatMap((): Condition[] => [])'],
  ],
  'server/catalog/query/check-sort.ts': [
    ['SORT-05', "faults.explain('sort', 'not_sortable', tellUnsortable(db, attributes, key)) ?? []", '[]'],
    ['LABELS-05', 'if (findSortSource(db, attributes, byLabel))', 'if (byLabel === key)'],
    ['SORT-07', 'const maxSortKeys = 30', 'const maxSortKeys = 31'],
    ['SORT-07', '    if (seen.has(key)) return []\n', ''],
  ],
  'server/catalog/entities/fields.ts': [
    [
      'FIELDS-03',
      "faults.explain('fields', 'system_field_always_returned', tellSystem(key))",
      "faults.add('fields', 'not_a_defined_attribute')",
    ],
    [
      'FIELDS-03',
      "faults.explain('fields', 'not_selectable_inverse_reference', tellInverse(key))",
      "faults.isNoted('fields')",
    ],
  ],
  'server/store/computed/label-forms.ts': [
    ['LABELS-01', "coalesce(fold_text(${row}.label), '')", "coalesce(${row}.label, '')"],
    ['LABELS-02', '${tree}.path || char(2) || ', ''],
    ['LABELS-02', ', char(3) ORDER BY ${named}.name', ', char(3)'],
    ['LABELS-03', '|| char(1) || ${row}.id', ''],
    ['LABELS-04', ' AS MATERIALIZED (', ' AS NOT MATERIALIZED ('],
  ],
  'server/catalog/views/view-json.ts': [
    ['LABELS-06', 'findSortSource(db, attributes, key)', 'findSource(db, attributes, key)'],
  ],
  'server/store/query/compile-relation.ts': [
    ['FILTER-24', "status = 'open'", "status <> 'note'"],
    ['FILTER-24', ' AND r.resolved_at IS NULL', ''],
    ['FILTER-22', 'sql`NOT ${meetsAny(', 'sql`${meetsAny('],
  ],
  'server/catalog/query/cursor.ts': [
    ['LIST-08', "return faults.explain('cursor', 'invalid_value', otherCursor)", 'return undefined'],
  ],
  'server/catalog/query/list-variants.ts': [['VARIANT-01', 'faults, parent })', 'faults })']],
  'server/catalog/query/snapshot-pages.ts': [
    ['SNAP-01', 'ids.subarray(offset, offset + limit)', 'ids.subarray(0, limit)'],
    ['SNAP-02', 'alive.has(id) ? [] : [offset + index]', 'alive.has(id) ? [] : [index]'],
  ],
  'server/store/query/compile-clause.ts': [
    ['FILTER-13', "from: 'target', to: 'source' }, test)", "from: 'source', to: 'target' }, test)"],
    ['FILTER-14', 'const predicate = traits.hasTokens ? testTokens(test, normColumn) :', 'const predicate ='],
    [
      'FILTER-06',
      'return negate(compileClause(db, type, { ...clause, values: [1] }))',
      'return compileClause(db, type, { ...clause, values: [1] })',
    ],
    ['FILTER-12', 'sql`parent ${matchUuids(values)}`', 'sql`id ${matchUuids(values)}`'],
  ],
  'server/store/query/order.ts': [
    ['SORT-03', 'mayBeBlank(term) ? [sql`${value} IS NULL`] : []', '[]'],
    ['SORT-01', "return join([...keys, entity], ', ')", "return join([...keys, sql`-${entity}`], ', ')"],
    ['SORT-06', "updated_at: 'updated_at',", "updated_at: 'created_at',"],
    ['LIST-07', "descending ? '<' : '>'", "descending ? '<=' : '>='"],
  ],
  'server/store/plan/list-ids.ts': [
    ['SEARCH-02', '...(search === undefined ? []', '...(search === undefined || query.join === "or" ? []'],
    [
      'FILTER-01',
      "return join === 'or' && clauses.length > 0",
      "return join === 'and' && clauses.length > 1",
    ],
  ],
  'server/store/tables/identities.ts': [
    ['READ-10', '-7${counter.toString(16)', '-7${(4095 - counter).toString(16)'],
  ],
  'server/store/tables/references.ts': [
    [
      'REF-01',
      'AND ${place} >= +? ORDER BY ${place} LIMIT',
      'AND ${place} >= +? ORDER BY ${place} DESC LIMIT',
    ],
    [
      'READ-05',
      "'SELECT source, attribute, target FROM reference WHERE source = +? ORDER BY attribute, position'",
      "'SELECT source, attribute, target FROM reference WHERE source = +? ORDER BY attribute, position DESC'",
    ],
  ],
  'server/catalog/references/list-references.ts': [
    [
      'REF-03',
      "if (!attribute) return faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)",
      "if (!attribute) return faults.add('attribute', 'not_a_reference_attribute')",
    ],
    ['REF-03', "if (shape === 'scalar' || shape === 'computed')", "if (shape === 'scalar')"],
    ['REF-02', 'attribute: forward.id, isInverse: true', 'attribute: forward.id, isInverse: false'],
    ['REF-04', "markList(db, ['references', entity, key])", "markList(db, ['references', entity])"],
  ],
  'server/store/plan/event-pages.ts': [
    ['EVENT-03', 'isAscending ? from + offset + index : to - offset - index', 'from + offset + index'],
    ['EVENT-04', 'after + 1, since', 'after, since'],
    ['EVENT-05', 'if (entity !== undefined) tests.push(sql`entity = ${entity}`)\n', ''],
  ],
  'server/catalog/query/list-events.ts': [
    [
      'EVENT-06',
      "return faults.addUnknown('attribute', 'not_a_defined_attribute', key, known)",
      'return undefined',
    ],
    ['EVENT-06', "oneOf('via', eventVias, via, faults)", 'undefined'],
  ],
  'server/catalog/channels/read-channels.ts': [
    [
      'CHANNEL-01',
      "enabled || request.enabled === 'all'",
      'enabled || request.enabled !== undefined || enabled === false',
    ],
    [
      'CHANNEL-02',
      'throw notFound(`The channel ${key}`, lookIn',
      'throw new Error(`The channel ${key}`, lookIn',
    ],
  ],
  'server/catalog/channel-files/measures.ts': [
    ['EXP-13', 'const symbol = unitOf({ unit, key })', "const symbol = unitOf({ unit, key }) ?? 'g'"],
  ],
  'server/catalog/channel-files/shopify-handles.ts': [
    ['EXP-14', 'if (known !== undefined) return takeNumbered(known, context)\n', ''],
  ],
  'server/catalog/channel-files/known-categories.ts': [
    ['EXP-19', '!knownCategories.has(text)', 'knownCategories.has(text)'],
  ],
  'server/jobs/exports/channel-result.ts': [
    ['EXP-11', 'if (counts.exported === 0)', 'if (counts.exported < 0)'],
  ],
  'server/catalog/channel-files/unsent-values.ts': [['EXP-12', ' || sent.has(key)', '']],
  'server/jobs/exports/listing-checks.ts': [
    ['EXP-17', 'Buffer.byteLength(text) <= max', 'Buffer.byteLength(text) > 0'],
  ],
  'server/catalog/channel-files/root-values.ts': [
    ['EXP-15', ' && !(hasPrice && prices.includes(target))', ''],
  ],
  'server/catalog/channels/channel-settings.ts': [
    [
      'CHANNEL-05',
      '{ ...gone, ...emptied(mapping), ...emptied(said(formulas)), ...values }',
      '{ ...gone, ...emptied(said(formulas)), ...values }',
    ],
    ['CHANNEL-07', '      ...emptied(mapping),\n', ''],
  ],
  'server/catalog/channel-files/own-layout.ts': [
    ['EXP-20', 'group.hasVariants && own.file.parents', 'own.file.parents'],
    ['EXP-20', "numeric.has(kind) && decimal === 'comma'", "decimal === 'comma'"],
  ],
  'server/catalog/channels/own-channels.ts': [
    ['CHANNEL-08', 'listWorkspaceChannels(tx).map(({ template }) => template.key)', '[]'],
  ],
  'server/catalog/channels/completeness-plans.ts': [
    ['COMPLETE-05', 'fields: fields.required', 'fields: 1'],
    ['COMPLETE-06', 'else faults.add(field', 'else if (known.includes(key)) faults.add(field'],
  ],
  'server/catalog/channels/channels.ts': [
    ['CHANNEL-04', 'chosen === null || known !== undefined', 'known !== undefined'],
  ],
  'server/catalog/completeness/product-completeness.ts': [
    [
      'COMPLETE-01',
      'required.filled === required.total && invalid.length === 0',
      'required.filled <= required.total && invalid.length === 0',
    ],
    ['COMPLETE-02', 'Math.floor((100 * filled) / total)', 'Math.ceil((100 * filled) / total)'],
    ['COMPLETE-03', "requireOneOf(keys, 'channel', request.channel, faults)\n", ''],
  ],
  'server/catalog/completeness/channel-completeness.ts': [
    ['COMPLETE-04', ': products - presentOf(rule)', ': presentOf(rule)'],
  ],
  'server/catalog/files/stored-files.ts': [
    ['VALUE-25', 'if (kept === extension) return undefined', 'if (kept !== undefined) return undefined'],
    ['FILE-01', 'known === undefined ? 201 : 200', '201'],
    [
      'FILE-04',
      "else if (kind === undefined) faults.add('file', 'invalid_value', keptExtensions)",
      "else if (kind === undefined) faults.add('file', 'required')",
    ],
  ],
  'server/catalog/sources/check-source.ts': [
    ['SOURCE-02', 'if (sent > 1 || (sent === 0 && !isTold))', 'if (sent === 0 && !isTold)'],
    ['SOURCE-06', 'if (missing !== undefined)', 'if (missing === null)'],
  ],
  'server/catalog/edits/apply-edits.ts': [
    ['EDIT-02', '  if (current) return current\n', ''],
    ['EDIT-04', 'if (values > maxEditValues)', 'if (values < 0)'],
    ['EDIT-03', 'context: { ...context, edit_id: editId }', 'context'],
  ],
  'server/catalog/edits/undo-event.ts': [
    ['EDIT-03', 'isSameValue(attribute, written, current[key])', 'isSameValue(attribute, written, written)'],
  ],
  'server/catalog/edits/bulk-change.ts': [
    ['BULK-01', 'text.replaceAll(find, () => other)', 'text'],
    [
      'BULK-02',
      "if (given.length === 0) faults.addSentence('body', 'Send at least one of set, clear, append and replace.')",
      'if (given.length === 0) return',
    ],
  ],
  'server/catalog/edits/formula-sets.ts': [
    ['BULK-04', 'if (isOthers(db, row, attribute, shown)) continue', ''],
    ['BULK-04', 'return getValuePlan(db, draft)', 'return getValuePlan(db, draftFormula(type, \'""\'))'],
  ],
  'server/catalog/edits/check-formula-sets.ts': [
    ['BULK-04', 'findMismatch(attribute, plan) ?? findOrderFault(', 'findOrderFault('],
    ['BULK-04', 'if (!found) return undefined', 'return undefined'],
  ],
  'server/catalog/edits/own-changes.ts': [
    ['BULK-06', '(!fillsBlanks || isShown(db, row, attribute))', '!fillsBlanks'],
  ],
  'shared/decimal.ts': [['BULK-06', 'if (units === 0n) return value', '']],
  'server/catalog/edits/bulk-edit.ts': [
    ['BULK-07', 'firstOf(listed.ids.filter((id) => named.has(id)))', 'firstOf(listed.ids)'],
    ['BULK-07', 'const search = checkSearch(db, attributes, q)', 'const search = undefined'],
  ],
  'server/jobs/handlers/bulk-edit.ts': [
    [
      'BULK-05',
      'if (input.copy !== undefined) return rehearseEdit',
      'if (input.copy === "") return rehearseEdit',
    ],
  ],
  'server/edge/type-scope.ts': [['EDIT-05', 'if (!known) return', 'if (known) return']],
  'server/store/tables/trash.ts': [
    [
      'TRASH-01',
      'UNION SELECT e.id, tree.root FROM entity e JOIN tree ON e.parent = tree.id',
      'UNION SELECT e.id, tree.root FROM entity e JOIN tree ON e.parent = -tree.id',
    ],
    ['TRASH-05', 'ORDER BY t.trashed_at DESC, t.id DESC', 'ORDER BY t.trashed_at, t.id'],
    [
      'TRASH-02',
      'tx.run(`DELETE FROM trashed_reference ${where}`, ids)',
      'tx.run(`DELETE FROM reference ${where}`, ids)',
    ],
  ],
  'server/catalog/trash/trash-entities.ts': [
    ['TRASH-03', '  refuseDuplicates(tx, writes)\n', ''],
    [
      'TRASH-04',
      "record(tx, 'entity.deleted', member, context)",
      "record(tx, 'entity.restored', member, context)",
    ],
  ],
  'server/store/query/predicates.ts': [
    ['FILTER-05', "not_contains: { negates: 'contains' }", "not_contains: { negates: 'eq' }"],
    ['FILTER-04', 'sql`instr(${norm}, ${value}) > 0`', "sql`${norm} LIKE '%' || ${value} || '%'`"],
  ],
  'server/catalog/edits/edit-outcome.ts': [['EDIT-01', 'summary[status] += 1', 'summary.applied += 1']],
  'server/store/computed/mode-forms.ts': [
    ['COMPUTED-01', '.level DESC LIMIT 1', '.level LIMIT 1'],
    ['COMPUTED-02', "group_concat(value, ', ' ORDER BY first)", "group_concat(value, ', ' ORDER BY value)"],
    ['COMPUTED-05', 'min(norm) AS norm', 'max(norm) AS norm'],
  ],
  'server/store/computed/lookup-forms.ts': [
    ['COMPUTED-06', "', ' ORDER BY ${link}.place)\n", "'; ' ORDER BY ${link}.place)\n"],
  ],
  'server/store/computed/formula-forms.ts': [['COMPUTED-05', 'const nearby = 1e-14', 'const nearby = 0']],
  'server/store/computed/formula-sql.ts': [
    ['COMPUTED-08', '/ NULLIF(${b}, 0))`', '/ coalesce(NULLIF(${b}, 0), 1))`'],
    ['FORMULA-05', "printf('%.15g'", "printf('%.14g'"],
  ],
}
