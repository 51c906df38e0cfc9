/**
 * eFIND: a flash-aware node buffer for any tree (Carniel's thesis, 2019, chapters 6 and 8).
 *
 * <p>{@code EfindBuffer} implements the algorithms of the thesis. {@code WriteBuffer} contains the
 * modified nodes, each as a {@code BufferedNode}, and {@code NodeMerge} merges them with stored
 * pages. {@code ReadBuffer} contains cached pages. {@code ReadQueue} and {@code WriteQueue}
 * implement temporal control, which selects nodes to cache and to flush by recent reads and writes.
 *
 * <p>To add a flushing policy, write a class {@code FlushBy...} and add a line to {@code
 * FlushPolicies}. To add a replacement policy of the read buffer, add a line to {@code
 * ReadPolicies}; the module {@code core} implements these policies. {@code EfindConfig} lists the
 * keys of specs, and {@code EfindPresets} defines {@code efind:auto}.
 */
package org.flashgrove.efind;
