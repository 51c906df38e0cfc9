package org.flashgrove.storage.heap;

import org.flashgrove.core.replacement.PolicyMaker;

/**
 * Page cache settings of a heap file.
 *
 * @param frames maximum number of pages in memory, at least 8
 * @param policy creates the replacement policy, which must admit every page to the cache
 */
public record HeapMemory(int frames, PolicyMaker policy) {}
