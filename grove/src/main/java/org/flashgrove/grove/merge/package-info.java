/**
 * Merges of Grove: choose neighbouring intervals, merge their buffered changes with their component
 * blocks, and write new blocks in steps; bulk loads build blocks in the same way.
 */
package org.flashgrove.grove.merge;
