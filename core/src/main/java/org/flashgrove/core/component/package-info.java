/**
 * Components: blocks of pages that are written once, in order, and given up as a whole, with a log
 * that says which blocks count. What an index of such blocks sees of its store, and the store of
 * it.
 */
package org.flashgrove.core.component;
