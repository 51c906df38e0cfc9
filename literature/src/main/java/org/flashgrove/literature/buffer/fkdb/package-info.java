/**
 * F-KDB (Li, Zhao et al., Journal of Supercomputing): nodes as collections of logging entries, and
 * an online rule that decides when a collection is merged into one page.
 */
package org.flashgrove.literature.buffer.fkdb;
