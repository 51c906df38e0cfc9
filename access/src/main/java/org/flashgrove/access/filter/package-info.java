/**
 * Conditions on the attributes of records: an immutable tree, its text, how it is asked of the
 * bytes of a record, and what an index can answer of it.
 */
@NullMarked
package org.flashgrove.access.filter;

import org.jspecify.annotations.NullMarked;
