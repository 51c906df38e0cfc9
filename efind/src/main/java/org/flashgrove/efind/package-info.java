/**
 * eFIND: a flash-aware node buffer for any tree (thesis, chapters 6 and 8).
 *
 * <p>{@code EfindBuffer} has the algorithms; {@code WriteBuffer} with a {@code BufferedNode} a row
 * and {@code NodeMerge} what is modified; {@code ReadBuffer} what is cached; {@code ReadQueue} and
 * {@code WriteQueue} the temporal control. A flushing policy is a class {@code FlushBy...} and a
 * line in {@code FlushPolicies}; a read policy is a line in {@code ReadPolicies}, over the
 * replacement policies of {@code core}. {@code EfindConfig} lists the keys, {@code EfindPresets}
 * what {@code efind:auto} stands for.
 */
package org.flashgrove.efind;
