export const imports = {
  'cell.merge_key_value_required': 'The cell is empty, so the row cannot be matched. Fill it in.',
  'row.merged_into':
    '“{value}” was merged into {label}. Have rows of merged entries update what they were merged into, or leave them out.',
  'cell.required': 'The cell is empty, but the attribute needs a value. Fill it in.',
  'cell.expected_number': 'This is not a number. Write one such as 129.5, or empty the cell.',
  'cell.expected_date': 'This is not a date, such as 2026-01-31. Write one, or empty the cell.',
  'cell.expected_boolean': 'This is neither yes nor no. Write true or false.',
  'cell.expected_url': 'This is not a web address that starts with http:// or https://.',
  'cell.expected_json': 'This is not valid JSON. Correct it, or empty the cell.',
  'cell.not_an_acceptable_value':
    'This is none of the options of the attribute. Let the import create it, or write one of them.',
  'cell.referenced_entity_not_found':
    'Nothing of this name or id is in the workspace. Let the import create it, or correct the cell.',
  'cell.not_unique':
    'Another entity has this value already, and it must be unique. Write another, or import by this column.',
  'cell.decimal_comma': 'The decimals stand after a comma. Choose so for this column, or write a point.',
  'cell.number_with_unit':
    'The column does not take a number with this unit or currency. Write it in that of the attribute, without the unit.',
  'cell.parent_not_imported':
    'No {type} with this {key} or id is in the workspace or in the file. Import the file that has the parents first, or correct the cell.',
  'cell.reference_not_imported':
    'No {type} with this {key} or id is in the workspace or in the file. Import or add it first, or correct the cell.',
  'cell.reference_name_ambiguous': 'Several {plural} are named "{text}". Give the id of one.',
  'cell.reference_value_ambiguous':
    'Several {plural} have this {key}: {ids}. Give all but one another value.',
  'cell.formula_without_result':
    'Cell {place} holds a formula without its result. Open the workbook in Excel, save it and import it again.',
  'cell.error_value': 'Cell {place} holds the error {text}.',
  'cell.number_too_large': 'Cell {place} holds a number that is too large.',
  'cell.error_written': 'The cell holds {text}, an error of a spreadsheet.',
  'cell.code_shortened':
    'A spreadsheet has shortened this code of {digits, number} digits to {text}; its last digits are lost. Export the file anew, with the column as text.',
  'row.cell_count': 'The row has {cells} cells; the header has {width}.',
  'row.has_nul': 'The row holds a NUL character.',
  'row.quote_not_closed': 'A quote in the row is not closed properly.',
  'row.below_no_product': 'The row stands below no product. Put it below the row of its product.',
  'row.handle_missing': 'The row has no handle, so it is not told which product it belongs to.',
  'row.product_scattered':
    'The rows of {product} stand in several places of the file. Sort the file by its products.',
  'row.product_missing': 'The product that it is a variant of is not in the file.',
  'row.nothing_identifies_it':
    'The record has nothing that tells it from others: a SKU, a handle, an id or a name.',
  'row.key_repeated':
    'The row is held, as row {row} has the same {header}. Give it another, or leave the row out.',
  'row.only_updates':
    'The file only says what changes, and nothing here has this key. Import the whole catalog first.',
  'row.price_changed':
    'The row is held, as {header} changes from {old} to {now}. If that is right, import the row by hand.',
  'row.key_missing':
    'The row is held, as it has no {header} to find its entry by. Give it one, or leave the row out.',
  'row.not_an_object': 'The row is no JSON object.',
  'row.gtin_missing': 'The trade item has no GTIN.',
  'file.empty': 'The file is empty.',
  'file.no_rows': 'The file holds no rows.',
  'file.not_a_text': 'The file is not a text file.',
  'file.not_utf8': 'The file is not UTF-8.',
  'file.not_csv': 'The file is {what}, not a CSV file.',
  'file.save_as_csv': 'Save the table as CSV and import that file.',
  'file.csv_not_valid': 'The file is not valid CSV near line {line}: {message}.',
  'file.quote_never_closed':
    'A quote that opens in {place} is never closed. Correct the file and import it again.',
  'file.row_too_long': 'The row at line {line} is longer than 8 MiB; probably a quote is not closed.',
  'file.too_tangled': 'The file is too large or too tangled to be read. {sentence} Send a part of it.',
  'file.header_missing': 'The first line of the file names no column.',
  'file.too_many_columns': 'The file has more than {count} columns.',
  'file.too_many_rows': 'The file has more than 5,000,000 rows. Import it in several parts.',
  'file.json_not_valid': 'The file is not valid JSON, near row {row}: {message}.',
  'file.not_a_workbook': 'The file is no workbook that can be read. Save it as XLSX or CSV.',
  'file.damaged_archive':
    'The file is damaged and cannot be read: its parts are not where they should be. Save it anew and send it again.',
  'file.xml_not_valid': 'The file is not valid XML, in line {line}: {why}.',
  'file.larger_than': 'The file is larger than {size} MiB.',
  'file.too_large': 'The file is too large.',
  'file.upload_gone': 'The uploaded file is no longer there. Import it again.',
  'file.page_without_products':
    'The file is a web page. It holds no table, and tells of no products in the words of schema.org (JSON-LD). Save the table as CSV and import that file.',
  'file.page_too_large': 'The page is larger than 32 MiB. Save the table as CSV.',
  'file.path_not_whole': 'Give the whole path of the file.',
  'file.new_path_not_whole': 'Give the whole path of the new file.',
  'file.read_without_guard':
    '{count, plural, one {# cell is} other {# cells are}} read otherwise than written, without the sign that keeps a code a text: {written} in row {row, number} of {column} is read as {read}.',
  'file.read_as_empty':
    '{count, plural, one {# cell is} other {# cells are}} read as empty, since programs write nothing so: {written} in row {row, number} of {column}.',
  'file.read_without_invisible':
    '{count, plural, one {# cell is} other {# cells are}} read otherwise than written, without signs that nobody sees: {read} in row {row, number} of {column}.',
  'file.read_as_gtin':
    '{count, plural, one {# GTIN is} other {# GTINs are}} read otherwise than written: {written} in row {row, number} of {column} is read as {read}.',
  'file.cells_left_out': '{count, plural, one {# cell is} other {# cells are}} left out. {why}',
  'file.codes_shortened':
    '{count, plural, one {# code was} other {# codes were}} shortened by a spreadsheet and {count, plural, one {is} other {are}} left out, since the last digits are lost: {written} in row {row, number} of {column}. Export the file anew, with the column as text.',
  'workbook.too_large': 'The workbook is larger than 128 MiB. Save the sheet as CSV.',
  'workbook.has_password':
    'The workbook is protected by a password. Save it without one and import it again.',
  'workbook.no_sheet': 'The workbook has no sheet.',
  'file.quotes_as_written': 'Some quotation marks stand alone, so all of them are read as part of the texts.',
  'file.parts_left_out':
    '{count, plural, one {# part of products is} other {# parts of products are}} left out, as no attribute takes them: {names}.',
  'file.prices_for_one':
    '{count, plural, one {# price is} other {# prices are}} for several units in the file (PRICE_QUANTITY) and read as the price of one.',
  'file.cells_of_rows':
    '{count, plural, one {# cell holds} other {# cells hold}} what looks like whole rows, first {column} in row {row, number}. If rows are missing, say that quotation marks belong to the texts (quote: none).',
  'file.elements_left_out':
    '{count, plural, one {# element is} other {# elements are}} left out, as they are of no row: {names}.',
  'file.columns_without_heading':
    '{count, plural, one {Column {columns} has no heading and is} other {Columns {columns} have no headings and are}} called so. Map it under that name to call it otherwise.',
  'archive.too_large':
    'The ZIP holds more than {parts, number} files, or unpacks to more than {size} GB. Import it in several parts.',
  'archive.nested': 'The ZIP holds another archive, {name}. Unpack that one, and put its files into the ZIP.',
  'archive.has_password': 'The ZIP is protected by a password. Make one without a password and import that.',
  'archive.no_table':
    'The ZIP holds no table. Put a CSV file, a workbook, JSON or XML into it, with the pictures that it names.',
  'archive.several_tables':
    'The ZIP holds {count, number} tables: {names}. Import each by itself, or put one into a ZIP with its pictures.',
  'archive.read':
    '{name} is read from the ZIP, which holds {pictures, plural, one {# picture} other {# pictures}}.',
  'workbook.part_missing':
    'The workbook refers to {part}, which is not in it. Open it in a spreadsheet, save it anew and import that file.',
  'workbook.other_sheets':
    'Rows of the sheet "{sheet}" are read. There {count, plural, one {is another sheet} other {are # more sheets}} with rows: {names}. Choose one by its name, or "all" for all of them.',
  'workbook.sheet_unknown': 'The workbook has no sheet named "{name}". It has: {names}.',
  'workbook.not_readable': 'The workbook cannot be read: {why}. Save it anew, or as CSV.',
  'import.encoding_unsure':
    'The file does not tell how its letters are encoded: a word in it is {one} as {as}, and {other} as {as_other}. Say which is right.',
  'import.decimals_ambiguous':
    '{cell} in row {row} of {column} can mean {one} or {other}, and no cell of the file tells which. Say whether its decimals stand after a comma or after a point.',
  'import.dates_ambiguous':
    '{cell} in row {row} of {column} can mean {one} or {other}, and no cell of the file tells which. Say whether its dates begin with the day (dmy) or the month (mdy).',
  'import.numbers_open':
    '{count, plural, one {# row has a new} other {# rows have a new}} {header}, though the {code} is that of an entry with another: {pairs}. Say whether the numbers of these entries change (change) or the rows are new entries (new).',
  'import.numbers_changed':
    '{count, plural, one {# entry gets} other {# entries get}} another {header}, found by the {code}: {pairs}.',
  'import.numbers_new':
    '{count, plural, one {# row is a new entry} other {# rows are new entries}} by {header}, though the {code} is that of another: {pairs}.',
  'import.number_for_other': '{number} for {known} (row {row, number})',
  'import.number_for_none': '{number} for an entry without one (row {row, number})',
  'import.too_many_numbers':
    'More than {count, number} rows have a new {header} and the GTIN or another code of a known entry. Import the file by that column, or say that they are new entries.',
  'import.columns_open':
    '{columns}. Say whether {count, plural, one {this column fills that attribute (fill) or becomes a new one (new)} other {these columns fill those attributes (fill) or become new ones (new)}}.',
  'import.columns_filled':
    '{columns}, so {count, plural, one {it is written to that attribute} other {they are written to those attributes}}.',
  'import.column_same_values':
    '{column} looks like {attribute}: {same, number} of {compared, number} values are the same',
  'import.column_close_values':
    '{column} looks like {attribute}: {close, number} of {compared, number} prices are close',
  'import.means_category_tree':
    '{count, plural, one {# category} other {# categories}} in a tree, by the steps between {path}; {new, number} new',
  'import.means_categories': '{count, plural, one {# category} other {# categories}}, {new, number} new',
  'import.means_vendors': '{count, plural, one {# vendor} other {# vendors}}, {new, number} new',
  'import.means_gtin': '{count, number} GTINs with right check digits',
  'import.means_money': 'Money in {currency}',
  'import.means_gross_money': 'Money in {currency}, tax included',
  'import.means_net_money': 'Money in {currency}, without tax',
  'import.means_measure': 'Measured in {unit}',
  'import.means_choice': '{count, plural, one {# option} other {# options}}',
  'import.means_picture_files':
    '{count, plural, one {# picture file} other {# picture files}} named, none of them sent yet',
  'import.means_found_pictures':
    '{found, number} of {count, plural, one {# picture file} other {# picture files}} found',
  'import.file_known':
    'This very file was imported on {date} as {file}. Rows that stand as it wrote them stay as they are.',
  'import.sections_read':
    '{count, plural, one {The title of # section is} other {The titles of # sections are}} read as {column} of the rows below: {names}.',
  'import.tiers_read': '{columns} are read as price tiers, in one column {name}.',
  'import.rows_known':
    '{count, plural, one {# row was} other {# rows were}} imported before and made no new {count, plural, one {entry} other {entries}}.',
  'import.prices_change':
    '{count, plural, one {# price changes} other {# prices change}} by more than {share, number} %: {prices}.',
  'import.prices_slipped':
    '{count, plural, one {# price looks} other {# prices look}} as if the decimal mark had slipped: {prices}.',
  'import.price_change': '{label}: {column} {old} → {now}',
  'import.entries_missing':
    '{count, plural, one {# entry is not in the file and stays as it is} other {# entries are not in the file and stay as they are}}, of {all, number} with {header}: {numbers}.',
  'import.options_folded': '{column} has options that differ in capitals only: {pairs}.',
  'import.option_folded': '{written} is read as {read}',
  'import.column_unknown': 'The file has no column of this name.',
  'step.failed': 'Step {number} of the column cannot read this cell.',
  'step.formula': 'Expected a formula of up to {count, number} characters.',
  'step.join': 'Expected columns, 1 to {count, number} names, and a separator.',
  'step.map': 'Expected a table of texts, {count, number} at most, and otherwise: keep, clear or fail.',
  'step.no_pattern': 'This is no pattern.',
  'step.not_known': 'Expected an object of one member: {names}.',
  'step.one_of': 'Expected one of {values}.',
  'step.replace': 'Expected find and with, both texts, and pattern true where find is a pattern.',
  'step.split': 'Expected a separator and a part: 1 is the first, -1 the last.',
  'step.text': 'Expected a text of up to {count, number} characters.',
  'step.true': 'Expected true.',
  'step.unit': 'Expected two units of the same quantity, such as from g to kg.',
  'import.attribute_mapped_twice': 'Two columns are mapped to {key}. Map one of them to null.',
  'import.channel_learned':
    '{name} is known by the columns of this file now. Turn the channel on to send changes back to the shop.',
  'import.template_learned':
    '{name} is known by the columns of this file now. Make a channel of the template {name} to send changes back to the shop.',
  'import.no_column_matches': 'No column of the file matches an attribute, and none may be created.',
  'import.identifying_column_unmapped':
    'Products of {shop} are told apart by {header}, for which there is no attribute. Let missing attributes be created, map {header} to an attribute, or choose another merge key.',
  'import.merge_key_column_missing':
    'The file has no column for the merge key. Add one, map a column to it in mapping, or name another.',
  'import.merge_key_not_comparable': 'Rows are found by texts and numbers. Choose a column that holds such.',
  'import.rows_exist_already':
    'Without a merge key every row becomes a new entry, but {known} of {filled} rows have the {header} of one that is there already. Import them by {key} to update those instead.',
  'import.by_key': 'By {header}: {counts}.',
  'import.by_key_of_first_rows': 'By {header}, of the first {rows, number} rows: {counts}.',
  'import.no_row_has_value': 'no row has a value',
  'import.rows_share_value': 'Several rows have the same value; the first of each is imported.',
  'import.rows_without_value': '{count, plural, one {# row has none.} other {# rows have none.}}',
  'import.undo_only_imports': 'Only an import can be undone here. Undo an edit by its edit_id.',
  'import.undo_while_running': 'The import still runs. Cancel it or wait for its end, then undo it.',
  'import.undo_while_fetching':
    'The pictures of the import are still being fetched. Cancel that job or wait for its end, then undo the import.',
  'import.undo_nothing': 'The import has changed nothing, so there is nothing to undo.',
  'import.picture_folder_unknown':
    'The folder of pictures that was chosen for this import is not known here. Start it anew.',
  'import.cancelled': 'The import was cancelled.',
  'import.failed': 'The import failed.',
  'import.known_rows':
    '{count, plural, one {# is there already and is updated} other {# are there already and are updated}}',
  'import.code_shared':
    '{header} {value} stands in rows {rows}. They are entries of their own, as {by} tells them apart.',
  'import.new_rows': '{count, plural, one {# is new} other {# are new}}',
  'picture.not_an_address': 'This is no address. Correct it.',
  'picture.host_does_not_answer':
    '{host} did not answer several times in a row, so it was not asked for this picture. Import the file again later.',
  'picture.address_is_no_picture':
    'What is at this address is no picture (PNG, JPEG, GIF, WebP, AVIF or SVG).',
  'picture.too_large': 'The picture is larger than {size} MB.',
  'picture.file_too_large': 'This picture is larger than {size} MB.',
  'picture.file_is_no_picture': 'This file is no picture.',
  'picture.not_in_folder': 'There is no file of this name among the pictures, and it is no address.',
  'picture.not_readable': 'This picture cannot be read.',
  'picture.name_ambiguous':
    'Several files below the folder of pictures have this name: {paths}. Write the path of one.',
  'picture.folder_not_readable': 'The folder of pictures {folder} cannot be read.',
  'picture.folder_not_allowed': 'This folder may not be named here. {remedy}',
  'picture.folders_allowed': 'Pictures are taken from {folders} and what is below.',
  'picture.no_folder_allowed':
    'No folder of this server is open for pictures. Ask an administrator of the server, who can name any folder or start the server with --picture-folder.',
  'picture.folder_too_large': 'The folder of pictures {folder} holds {what}. Name a smaller folder.',
  'picture.too_many_files': 'more than {count, number} files and folders',
  'picture.too_slow_to_list': 'more than can be listed in {seconds} seconds',
  'picture.nested_too_deep': 'folders nested more than {depth} deep',
  'folder.not_writable': 'There is no folder {folder} that can be written to. Make it, or choose another.',
  'folder.path_not_whole': 'Give the whole path of the folder.',
  'folder.not_found': 'There is no folder of this path.',
  'folder.write_refused': 'The folder cannot be written to. Change its permissions.',
  'folder.gone': 'The folder is not there. Connect its disk, or make it anew.',
  'folder.use_refused': 'The folder may not be used. Change its permissions.',
  'folder.not_apart': 'Choose a folder that is for this alone, apart from the data of Vitrine.',
  'folder.watched_already': 'This folder, or one in it or above it, is watched already.',
  'folder.profile_gone':
    'Its import profile is not there any more. Choose another one; the files wait for it.',
  'folder.profile_not_found':
    'There is no import profile of this name. Save the settings of an import under it first, or name another.',
} as const
