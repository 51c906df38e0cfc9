/**
 * What keeps a store well: {@code check}, {@code backup}, {@code compact}, {@code recover}, {@code
 * salvage}, {@code upgrade}, and what shows what is in it: {@code stats} and {@code export}.
 */
package org.flashgrove.cli.upkeep;
