/**
 * Conditions on the attributes of records: an immutable tree, its text, how it is asked of the
 * bytes of a record, and what an index can answer of it.
 */
package org.flashgrove.access.filter;
