/**
 * Commands for experiments: {@code run}, {@code report}, {@code compare}, {@code advise} and {@code
 * bench}.
 */
package org.flashgrove.lab.research;
