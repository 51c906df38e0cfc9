/**
 * F-KDB (Li, Zhao et al., Journal of Supercomputing): nodes as collections of logging entries, and
 * an online decision when to merge a collection.
 */
package org.flashgrove.literature.buffer.fkdb;
