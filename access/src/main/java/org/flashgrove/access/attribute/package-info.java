/**
 * Attributes of records: the schema of a table, the row format of attribute values, and classes
 * that read and write rows (docs/format/record.md).
 */
@NullMarked
package org.flashgrove.access.attribute;

import org.jspecify.annotations.NullMarked;
