/**
 * The buffer of the FOR-tree (Jin, Xie, Wang and Yue, 2015): a table of modifications. A flush
 * writes a group of modified nodes together. Works with every tree.
 */
package org.flashgrove.literature.buffer.fortree;
