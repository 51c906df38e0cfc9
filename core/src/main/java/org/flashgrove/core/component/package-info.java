/**
 * Interfaces between a component store and an index. Components are blocks of pages that are
 * written once and freed as a whole; a log records which blocks are valid.
 */
package org.flashgrove.core.component;
