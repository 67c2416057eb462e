import type { formulas as english } from '../en/formulas.ts'

export const formulas: Readonly<Record<keyof typeof english, string>> = {
  'formula.empty': 'Die Formel ist leer. Schreiben Sie einen Ausdruck.',
  'formula.function_unknown': 'Eine Funktion {name} gibt es nicht.',
  'formula.choose_function': 'Wählen Sie eine aus der Liste der Funktionen.',
  'formula.arguments_do_not_fit':
    '{name} kann nicht mit {given} aufgerufen werden. Schreiben Sie {signature}.',
  'formula.arguments': '{count, plural, one {1 Argument} other {{count} Argumenten}}',
  'formula.function_not_called': '{name} ist eine Funktion. Schreiben Sie {signature}.',
  'formula.word_is_no_value':
    "{word} ist kein Wert. Schreiben Sie '{{'{key}'}}' für ein Attribut oder \"{word}\" für einen Text.",
  'formula.not_closed': 'Nichts schließt {what}. Schreiben Sie dahinter eine ).',
  'formula.ends_too_early':
    'Die Formel endet zu früh. Schreiben Sie einen Wert hinter den letzten Operator oder das letzte Komma.',
  'formula.operator_missing':
    'Hier fehlt ein Operator. Schreiben Sie einen wie + oder &, oder ein Komma zwischen Argumenten.',
  'formula.parenthesis_closes_nothing':
    'Diese Klammer schließt nichts, oder davor fehlt ein Wert. Schreiben Sie einen Wert, oder entfernen Sie sie.',
  'formula.value_missing':
    'Vor {symbol} fehlt ein Wert. Schreiben Sie eine Zahl, einen "Text", ein \'{{key}}\' oder eine Funktion.',
  'formula.quote_missing':
    'Diesem Text fehlt das schließende Anführungszeichen. Schreiben Sie ein " dahinter; im Text wird es doppelt geschrieben.',
  'formula.reference_incomplete':
    "Dieser Verweis ist nicht vollständig. Schreiben Sie den Schlüssel eines Attributs zwischen zwei Klammern: '{{price}}'.",
  'formula.brace_closes_nothing':
    "Diese Klammer schließt nichts. Schreiben Sie den Schlüssel eines Attributs zwischen zwei Klammern: '{{price}}'.",
  'formula.reference_empty':
    "Dieser Verweis nennt nichts. Schreiben Sie den Schlüssel eines Attributs: '{{price}}'.",
  'formula.single_quotes': 'Texte stehen in doppelten Anführungszeichen: "so".',
  'formula.curly_quotes': 'Texte stehen in geraden Anführungszeichen: "so".',
  'formula.semicolon': 'Argumente trennt ein Komma. Schreiben Sie , statt ;.',
  'formula.result_does_not_fit': 'Die Formel ergibt {holds}, aber {key} braucht {takes}. {remedy}',
  'formula.value_does_not_fit':
    '{source} enthält {holds}, aber {key} braucht {takes}. Nehmen Sie stattdessen eine Formel. {remedy}',
  'formula.operand_does_not_fit': '{source} ergibt {holds}, aber {needs} braucht {takes}. {remedy}',
  'formula.a_text': 'einen Text',
  'formula.a_number': 'eine Zahl',
  'formula.true_or_false': 'TRUE oder FALSE',
  'formula.a_date': 'ein Datum',
  'formula.a_list': 'eine Liste',
  'formula.an_id': 'die ID eines Eintrags',
  'formula.wrap_value': 'Mit VALUE(…) darum wird der Text als Zahl gelesen.',
  'formula.wrap_if': 'Schreiben Sie IF(…, 1, 0) darum.',
  'formula.compare_text': 'Schreiben Sie einen Vergleich wie {source} = "yes".',
  'formula.compare_number': 'Schreiben Sie einen Vergleich wie {source} > 0.',
  'formula.compare_date': 'Schreiben Sie einen Vergleich wie {source} > TODAY().',
  'formula.add_days': 'Mit DATEADD(\'{{date}}\', …, "day") wird ein Datum um Tage verschoben.',
  'formula.wrap_today': 'Schreiben Sie IF(…, TODAY(), "") darum.',
  'formula.target_has_value': '{key} hat seinen eigenen Wert schon. Nennen Sie ein anderes Attribut.',
  'formula.reads_what_it_changes':
    'Die Formel liest aus anderen Einträgen, was diese Bearbeitung ändert; das Ergebnis hinge davon ab, welcher zuerst geändert wird. Schreiben Sie das Ergebnis in ein anderes Attribut, und übernehmen Sie es von dort mit einer zweiten Bearbeitung.',
  'formula.write_times': 'Schreiben Sie * zum Multiplizieren.',
  'formula.write_divide': 'Schreiben Sie / zum Dividieren.',
  'formula.write_minus': 'Schreiben Sie - für minus.',
  'formula.write_not_equal': 'Schreiben Sie <> für „ungleich“.',
  'formula.write_at_most': 'Schreiben Sie <= für „höchstens“.',
  'formula.write_at_least': 'Schreiben Sie >= für „mindestens“.',
  'formula.sign_unknown':
    '{sign} bedeutet in einer Formel nichts. Entfernen Sie es, oder setzen Sie es als Text in Anführungszeichen.',
  'formula.define_attribute':
    'Legen Sie es zuerst an, oder schreiben Sie den Schlüssel eines anderen Attributs.',
  'formula.write_another_value': 'Schreiben Sie hier einen anderen Wert.',
  'formula.read_as_number': 'Mit VALUE({source}) wird der Text als Zahl gelesen.',
  'formula.no_result':
    'Die Formel hat für diesen Eintrag kein Ergebnis: Sie teilt durch null oder verlangt etwas, das nicht da ist. Geben Sie ihr für diesen Fall einen anderen Wert, etwa mit COALESCE(…, 0), oder grenzen Sie den Filter ein.',
  'formula.at_character': 'Zeichen {number}: {sentence}',
  'formula.did_you_mean': "Meinten Sie '{{'{key}'}}'?",
  'formula.move_date': 'Mit DATEADD(date, {source}, "day") wird ein Datum um Tage verschoben.',
  'formula.the_arguments_of': 'die Argumente von {name}',
  'formula.this_parenthesis': 'diese Klammer',
  'formula.blank': 'leer',
  'formula.take_date_part':
    'Schreiben Sie YEAR, MONTH oder DAY davor, oder für Tage DATEDIF({source}, TODAY(), "D").',
  'formula.count_list': 'Schreiben Sie COUNT({source}) > 0.',
  'formula.write_date': 'Schreiben Sie ein Attribut vom Typ Datum oder ein Datum als "2026-01-31".',
  'formula.write_id': 'Schreiben Sie die ID eines Eintrags als Text.',
  'formula.wrap_id': 'Schreiben Sie IF(…, "die ID eines Eintrags", "") darum.',
  'formula.another_value': 'einen anderen Wert',
}
