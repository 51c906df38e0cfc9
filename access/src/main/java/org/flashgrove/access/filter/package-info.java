/**
 * Conditions on the attributes of records. Begin with {@link org.flashgrove.access.filter.Filter},
 * an immutable tree of conditions with a text form. {@link org.flashgrove.access.filter.RowFilter}
 * evaluates the tree on the bytes of a record. The range classes are ranges of index keys.
 */
@NullMarked
package org.flashgrove.access.filter;

import org.jspecify.annotations.NullMarked;
