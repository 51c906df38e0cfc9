/**
 * eFIND: a flash-aware node buffer for any tree (Carniel's thesis, 2019, chapters 6 and 8).
 *
 * <p>{@code EfindBuffer} implements the algorithms. {@code WriteBuffer}, with one {@code
 * BufferedNode} per row, contains modifications, which {@code NodeMerge} merges. {@code ReadBuffer}
 * contains cached pages. {@code ReadQueue} and {@code WriteQueue} implement temporal control.
 *
 * <p>To add a flushing policy, write a class {@code FlushBy...} and add a line to {@code
 * FlushPolicies}. To add a read policy, add a line to {@code ReadPolicies}, which uses the
 * replacement policies of {@code core}. {@code EfindConfig} lists the keys, and {@code
 * EfindPresets} defines {@code efind:auto}.
 */
package org.flashgrove.efind;
